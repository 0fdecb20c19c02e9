@file:JvmName("Tools")
@file:JvmMultifileClass
package com.example.shop
fun tool() = call { 1 }
fun tool2(n: Int = 1) = n
