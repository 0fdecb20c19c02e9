package com.example.ui

import androidx.compose.runtime.*

class Screen { @Composable fun Content(title: String) { Column { Text(title) } } }
@Composable fun Column(content: @Composable () -> Unit) { content() }
@Composable fun Text(text: String, size: Size = Size(1f)) { remember { text } }
@JvmInline value class Size(val v: Float)
@Composable fun Main(name: String, onClick: (Int) -> Unit = {}) {
    var count by remember { mutableStateOf(0) }
    val twice by remember { derivedStateOf { count * 2 } }
    LaunchedEffect(name) { snapshotFlow { count }.collect { onClick(it) } }
    DisposableEffect(Unit) { onDispose { count = 0 } }
    Column { Column { Text(name + twice) }; Button({ count++ }) { Text("ok", Size(2f)) } }
}
@Composable fun Button(onClick: () -> Unit, content: @Composable () -> Unit) { Column { content(); remember(onClick) { onClick } } }
@Composable fun Static() { Column { Column { Text("fixed") } }; Button({}) { Text("fixed too") } }
internal val preview: @Composable () -> Unit = { Text("preview") }
val LocalSize = staticCompositionLocalOf { Size(2f) }
