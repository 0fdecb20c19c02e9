package com.example.shop
interface Old { fun a(n: Int = 1): Int = n; val b: Int get() = call { 3 }; fun c() { call { println(a()) } } ; companion object { fun make() = call { 2 } } }
class OldImpl : Old { private val p = 1; private fun q() = 2; val r = call { p + q() } }
