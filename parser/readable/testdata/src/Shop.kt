package com.example.shop

import kotlin.properties.Delegates
import kotlinx.coroutines.*
import kotlinx.coroutines.flow.*
import kotlinx.serialization.Serializable

@JvmInline value class Price(val cents: Long) {
    fun plus(tax: Price): Price = Price(cents + tax.cents)
    val euros: Long get() = cents / 100
}

@Serializable data class Item(val name: String, val count: Int = 1)

enum class State { Empty, Full }

fun interface Listener { fun onChange(cart: Cart) }

interface Basket {
    fun total(rebate: Int = 3): Int = rebate
    fun size(): Int
    private fun hidden() = { 1 }.invoke()
}

class Box : Basket { override fun size() = 1 }

open class Cart(private val items: MutableList<Item>) {
    private var secret = 1
    private val TAG = "tag"
    val sum by lazy { items.size }
    var watched by Delegates.observable(0) { _, old, new -> println(old + new) }
    val maker: () -> Int = { items.size + secret }
    val doubled: Int get() = items.map { it.count * 2 }.let { l -> run { { l.size }.invoke() } }
    init { call { println(TAG) } }

    inner class Peek { fun peek() = secret.also { secret = 2; touch() } }
    private fun touch() { secret++ }
    fun add(item: Item, times: Int = 1, quiet: Boolean = false) { repeat(times) { items.add(item) }; if (!quiet) println(item) }
    fun pay(price: Price, tip: Price = Price(1)): Price = price.plus(tip)
    fun any(price: Price?) = price?.toString()
    fun each() { call { call { println(secret) } }; call(::println) }
    fun listen(): Listener = Listener { it.each() }
    fun anonymous() = object : Runnable {
        override fun run() { call { println(secret) } }
        fun inside() = object : Runnable { override fun run() { touch() } }
    }
    fun state(s: State) = when (s) { State.Empty -> 1; State.Full -> 2 }
    internal fun inModule(x: Int = 1) = x
    fun local(): Int {
        fun inner(n: Int): Int { return if (n == 0) secret else inner(n - 1) }
        return inner(3) + call { inner(1) }
    }
    open suspend fun load(): Int { delay(1); delay(2); return withContext(Dispatchers.Default) { delay(1); call { secret }; 2 } }
    suspend fun nested() = coroutineScope { launch { launch { delay(5) }; delay(3) }; async { 4 } }
    fun prices(): Flow<Int> = flow { emit(1) }.map { it + 1 }.filter { it > secret }
    suspend fun collectAll() { prices().collect { println(it); delay(1) } }
    fun comparator() = items.sortedBy { it.count }.sortedWith(compareBy({ it.name }, { it.count }))
    val flowed = flowOf(1).map { it * 2 }
    fun runnable() = Runnable { touch() }
    fun ref() = listOf(1).map(this::twice)
    private fun twice(n: Int) = n * 2
    inline fun inlined(crossinline block: () -> Unit) = Runnable { block() }
    fun useInlined() = inlined { println(secret) }
    inline suspend fun inlineSuspend(crossinline block: suspend () -> Unit) { block(); delay(1) }
    suspend fun useInlineSuspend() = inlineSuspend { delay(2) }
    protected fun shielded() = 1

    companion object {
        private val shared = 3
        const val Max = 3
        @JvmStatic fun create(size: Int = 2): Cart = Cart(ArrayList(size)).also { call { println(shared) } }
        suspend fun fetch() = withContext(Dispatchers.IO) { delay(1); 3 }
    }
}

object Registry { val all = mutableListOf<Cart>(); fun register(c: Cart) = all.add(c).also { call { all.size } } }

class BigCart : Cart(mutableListOf()) {
    override suspend fun load(): Int { delay(3); return super.load() }
    fun shield() = call { shielded() }
}

fun <T> call(block: () -> T): T = block()
fun topLevel() { call { call { println(1) } }; class Local { fun go() = call { 1 } }; Local().go() }
suspend fun topSuspend(n: Int = 1) { delay(1); println(n); delay(2) }
val topLazy by lazy { 3 }
private var topSecret = 1
fun sam(f: () -> Unit) = Thread(f)
fun CoroutineScope.start() = launch { topSuspend(); topSecret++ }
fun produceAll() = runBlocking { produceIn().let { delay(1) }; flow<Int> { emit(2) }.onEach { delay(1) }.collectLatest { delay(it.toLong()) } }
fun CoroutineScope.produceIn() = async(start = CoroutineStart.LAZY) { topSecret }
