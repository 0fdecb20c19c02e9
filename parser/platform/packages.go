package platform

import "strings"

// A known maps a prefix of class names to their origin. In packages it ends with a dot.
type known struct {
	prefix string
	origin Origin
}

// shared is Platform for most apps, and Own for apps of the system whose package has that prefix.
const shared = Origins + 1

// packages maps prefixes of packages to origins, in order; the longest match counts. Sources:
//
// The platform's packages are those on Android's boot class path: the framework, libcore, and
// libraries renamed into com.android. So are packages that phone makers add, and the standard
// libraries of the languages. The Maven groups androidx.* and android.arch.* count too; their
// packages have the group's name. media3 belongs to AndroidX; its predecessor ExoPlayer is a
// library.
//
// A library's package is its Maven group, if its packages begin with that, else the root package
// that its own documentation imports.
var packages = []known{
	{"android.", Platform},                          // the framework, and the support libraries and architecture components before AndroidX
	{"android.support.test.", Library},              // Espresso and the test runner before AndroidX
	{"androidx.", Platform},                         // AndroidX, including media3, which was ExoPlayer
	{"androidx.test.", Library},                     // Espresso and the test runner
	{"anet.channel.", Library},                      // Taobao's network
	{"app.cash.", Library},                          // SQLDelight, Turbine and others of Cash App's
	{"arrow.", Library},                             // Arrow
	{"autodispose2.", Library},                      // AutoDispose
	{"aws.sdk.", Library},                           // AWS SDK for Kotlin
	{"aws.smithy.", Library},                        // AWS SDK for Kotlin
	{"bolts.", Library},                             // Bolts
	{"butterknife.", Library},                       // Butter Knife
	{"ch.qos.logback.", Library},                    // Logback
	{"cn.com.mma.", Library},                        // MMA's ad tracking
	{"cn.jiguang.", Library},                        // JPush
	{"cn.jpush.", Library},                          // JPush
	{"cn.sharesdk.", Library},                       // ShareSDK
	{"cn.teddymobile.", shared},                     // OPPO's framework
	{"coil.", Library},                              // Coil
	{"coil3.", Library},                             // Coil
	{"com.adcolony.", Library},                      // AdColony
	{"com.adjust.sdk.", Library},                    // Adjust
	{"com.adyen.", Library},                         // Adyen
	{"com.afollestad.", Library},                    // Material Dialogs
	{"com.airbnb.deeplinkdispatch.", Library},       // DeepLinkDispatch
	{"com.airbnb.epoxy.", Library},                  // Epoxy
	{"com.airbnb.lottie.", Library},                 // Lottie
	{"com.airbnb.mvrx.", Library},                   // Mavericks
	{"com.alibaba.android.arouter.", Library},       // ARouter
	{"com.alibaba.android.vlayout.", Library},       // VLayout
	{"com.alibaba.fastjson.", Library},              // fastjson
	{"com.alibaba.fastjson2.", Library},             // fastjson
	{"com.alibaba.sdk.", Library},                   // Alibaba Cloud
	{"com.alipay.sdk.", Library},                    // Alipay
	{"com.aliyun.", Library},                        // Alibaba Cloud
	{"com.amap.api.", Library},                      // AMap
	{"com.amazon.device.", Library},                 // Amazon's app store and ads
	{"com.amazonaws.", Library},                     // AWS SDK
	{"com.amitshekhar.", Library},                   // Android Networking, Debug Database
	{"com.amplifyframework.", Library},              // AWS Amplify
	{"com.amplitude.", Library},                     // Amplitude
	{"com.android.", shared},                        // the framework's other half, and the apps of the system
	{"com.android.billingclient.", Library},         // Play Billing
	{"com.android.dex.", Platform},                  // libcore
	{"com.android.dx.", Library},                    // dexmaker
	{"com.android.i18n.", Platform},                 // libcore's, renamed
	{"com.android.installreferrer.", Library},       // Play Install Referrer
	{"com.android.internal.", Platform},             // the framework
	{"com.android.okhttp.", Platform},               // the platform's OkHttp, renamed
	{"com.android.okio.", Platform},                 // the platform's OkHttp, renamed
	{"com.android.org.", Platform},                  // the platform's Conscrypt, Bouncy Castle, kXML and so on, renamed
	{"com.android.tools.profiler.", Tracer},         // Android Studio's profiler
	{"com.android.tools.r8.", Platform},             // Java library classes that R8 adds
	{"com.android.vending.", Library},               // Play's billing and licensing interfaces
	{"com.android.volley.", Library},                // Volley
	{"com.apollographql.", Library},                 // Apollo
	{"com.appboy.", Library},                        // Braze, once Appboy
	{"com.appdynamics.", Library},                   // AppDynamics
	{"com.applovin.", Library},                      // AppLovin
	{"com.appsflyer.", Library},                     // AppsFlyer
	{"com.arellomobile.mvp.", Library},              // Moxy
	{"com.arkivanov.", Library},                     // Decompose, MVIKotlin
	{"com.autonavi.", Library},                      // AMap
	{"com.badlogic.gdx.", Library},                  // libGDX
	{"com.baidu.location.", Library},                // Baidu's maps
	{"com.baidu.mapapi.", Library},                  // Baidu's maps
	{"com.baidu.mobstat.", Library},                 // Baidu's statistics
	{"com.blankj.utilcode.", Library},               // AndroidUtilCode
	{"com.bluelinelabs.", Library},                  // Conductor, LoganSquare
	{"com.braintreepayments.", Library},             // Braintree
	{"com.braze.", Library},                         // Braze, once Appboy
	{"com.bugsnag.", Library},                       // Bugsnag
	{"com.bumptech.glide.", Library},                // Glide
	{"com.bytedance.sdk.", Library},                 // Pangle
	{"com.chad.library.", Library},                  // BaseRecyclerViewAdapterHelper
	{"com.chartboost.", Library},                    // Chartboost
	{"com.clevertap.android.sdk.", Library},         // CleverTap
	{"com.cocos.", Library},                         // Cocos
	{"com.color.", shared},                          // OPPO's framework
	{"com.crashlytics.", Library},                   // Crashlytics
	{"com.datadog.", Library},                       // Datadog
	{"com.didi.virtualapk.", Library},               // VirtualAPK
	{"com.dynatrace.", Library},                     // Dynatrace
	{"com.epicgames.", Library},                     // Unreal
	{"com.esotericsoftware.", Library},              // Kryo
	{"com.facebook.", Library},                      // Facebook SDK, Fresco, React Native, Litho, Stetho, SoLoader
	{"com.fasterxml.", Library},                     // Jackson
	{"com.flurry.", Library},                        // Flurry
	{"com.getcapacitor.", Library},                  // Capacitor
	{"com.github.barteksc.", Library},               // PDF viewer
	{"com.github.mikephil.charting.", Library},      // MPAndroidChart
	{"com.google.ads.", Library},                    // Google's ads
	{"com.google.android.chimera.", Library},        // Play services
	{"com.google.android.collect.", Platform},       // the framework
	{"com.google.android.datatransport.", Library},  // Firebase's transport
	{"com.google.android.exoplayer.", Library},      // ExoPlayer
	{"com.google.android.exoplayer2.", Library},     // ExoPlayer
	{"com.google.android.flexbox.", Library},        // Flexbox
	{"com.google.android.gles_jni.", Platform},      // the framework
	{"com.google.android.gms.", Library},            // Play services
	{"com.google.android.libraries.", Library},      // Places, Maps and others of Google's
	{"com.google.android.material.", Library},       // Material
	{"com.google.android.mms.", Platform},           // the framework
	{"com.google.android.play.", Library},           // Play Core
	{"com.google.android.ump.", Library},            // User Messaging Platform
	{"com.google.android.vending.", Library},        // Play licensing and expansion files
	{"com.google.api.", Library},                    // Google's API client
	{"com.google.ar.", Library},                     // ARCore
	{"com.google.auto.", Library},                   // Auto
	{"com.google.common.", Library},                 // Guava
	{"com.google.crypto.tink.", Library},            // Tink
	{"com.google.errorprone.", Library},             // Error Prone's annotations
	{"com.google.firebase.", Library},               // Firebase
	{"com.google.flatbuffers.", Library},            // FlatBuffers
	{"com.google.gson.", Library},                   // Gson
	{"com.google.i18n.phonenumbers.", Library},      // libphonenumber
	{"com.google.inject.", Library},                 // Guice
	{"com.google.maps.", Library},                   // Maps utilities
	{"com.google.mlkit.", Library},                  // ML Kit
	{"com.google.protobuf.", Library},               // Protobuf
	{"com.google.rpc.", Library},                    // gRPC's status
	{"com.google.zxing.", Library},                  // ZXing
	{"com.googlecode.leptonica.", Library},          // Tesseract
	{"com.googlecode.tesseract.", Library},          // Tesseract
	{"com.hannesdorfmann.", Library},                // AdapterDelegates, Mosby
	{"com.heytap.msp.", Library},                    // OPPO Push
	{"com.hjq.", Library},                           // Toaster, XXPermissions
	{"com.htc.", shared},                            // HTC's framework and apps
	{"com.huawei.agconnect.", Library},              // HMS
	{"com.huawei.hms.", Library},                    // HMS
	{"com.iflytek.", Library},                       // iFlytek
	{"com.igexin.", Library},                        // Getui
	{"com.inmobi.", Library},                        // InMobi
	{"com.instabug.", Library},                      // Instabug
	{"com.ironsource.", Library},                    // ironSource
	{"com.j256.ormlite.", Library},                  // ORMLite
	{"com.jakewharton.", Library},                   // DiskLruCache, RxBinding, ThreeTenABP
	{"com.just.agentweb.", Library},                 // AgentWeb
	{"com.kakao.sdk.", Library},                     // Kakao
	{"com.karumi.dexter.", Library},                 // Dexter
	{"com.kikin.", shared},                          // HTC's framework
	{"com.kochava.", Library},                       // Kochava
	{"com.kwad.", Library},                          // Kuaishou's ads
	{"com.launchdarkly.", Library},                  // LaunchDarkly
	{"com.leanplum.", Library},                      // Leanplum
	{"com.lidroid.xutils.", Library},                // xUtils
	{"com.loc.", Library},                           // AMap's location
	{"com.localytics.", Library},                    // Localytics
	{"com.loopj.android.http.", Library},            // Android Async HTTP
	{"com.lyft.kronos.", Library},                   // Kronos
	{"com.lzy.okgo.", Library},                      // OkGo
	{"com.mapbox.", Library},                        // Mapbox
	{"com.mediatek.", shared},                       // MediaTek's framework
	{"com.meizu.cloud.", Library},                   // Meizu Push
	{"com.microsoft.aad.", Library},                 // ADAL
	{"com.microsoft.appcenter.", Library},           // App Center
	{"com.microsoft.clarity.", Library},             // Clarity
	{"com.microsoft.codepush.", Library},            // CodePush
	{"com.microsoft.identity.", Library},            // MSAL
	{"com.mikepenz.", Library},                      // FastAdapter, MaterialDrawer
	{"com.miui.", shared},                           // Xiaomi's framework and apps
	{"com.mixpanel.android.", Library},              // Mixpanel
	{"com.mob.", Library},                           // ShareSDK
	{"com.moengage.", Library},                      // MoEngage
	{"com.mopub.", Library},                         // MoPub
	{"com.navercorp.", Library},                     // Naver
	{"com.newrelic.", Library},                      // New Relic
	{"com.nostra13.universalimageloader.", Library}, // Universal Image Loader
	{"com.onesignal.", Library},                     // OneSignal
	{"com.optimizely.ab.", Library},                 // Optimizely
	{"com.parse.", Library},                         // Parse
	{"com.paypal.", Library},                        // PayPal
	{"com.posthog.", Library},                       // PostHog
	{"com.qihoo360.replugin.", Library},             // RePlugin
	{"com.qq.e.", Library},                          // Tencent's ads
	{"com.qti.", shared},                            // Qualcomm's framework
	{"com.qualcomm.", shared},                       // Qualcomm's framework
	{"com.quicinc.", shared},                        // Qualcomm's framework
	{"com.raizlabs.android.", Library},              // DBFlow
	{"com.razorpay.", Library},                      // Razorpay
	{"com.revenuecat.", Library},                    // RevenueCat
	{"com.rollbar.", Library},                       // Rollbar
	{"com.samsung.android.", shared},                // Samsung's framework and apps
	{"com.scottyab.rootbeer.", Library},             // RootBeer
	{"com.scwang.", Library},                        // SmartRefreshLayout
	{"com.sec.", shared},                            // Samsung's framework and apps
	{"com.segment.analytics.", Library},             // Segment
	{"com.sensorsdata.analytics.", Library},         // Sensors Data
	{"com.shockwave.", Library},                     // PdfiumAndroid
	{"com.sina.weibo.", Library},                    // Weibo
	{"com.squareup.javapoet.", Library},             // JavaPoet
	{"com.squareup.leakcanary.", Library},           // LeakCanary
	{"com.squareup.moshi.", Library},                // Moshi
	{"com.squareup.okhttp.", Library},               // OkHttp 2
	{"com.squareup.otto.", Library},                 // Otto
	{"com.squareup.picasso.", Library},              // Picasso
	{"com.squareup.sqldelight.", Library},           // SQLDelight
	{"com.squareup.wire.", Library},                 // Wire
	{"com.stripe.android.", Library},                // Stripe
	{"com.sun.jna.", Library},                       // JNA
	{"com.sun.mail.", Library},                      // JavaMail
	{"com.swmansion.", Library},                     // React Native's screens, gestures, animations
	{"com.taobao.accs.", Library},                   // Taobao's push
	{"com.taobao.agoo.", Library},                   // Taobao's push
	{"com.taobao.sophix.", Library},                 // Sophix
	{"com.taobao.weex.", Library},                   // Weex
	{"com.tapjoy.", Library},                        // Tapjoy
	{"com.tencent.android.tpush.", Library},         // Tencent Push
	{"com.tencent.bugly.", Library},                 // Bugly
	{"com.tencent.connect.", Library},               // Tencent's QQ
	{"com.tencent.imsdk.", Library},                 // Tencent's chat
	{"com.tencent.liteav.", Library},                // Tencent's video
	{"com.tencent.matrix.", Library},                // Matrix
	{"com.tencent.mm.opensdk.", Library},            // WeChat
	{"com.tencent.mmkv.", Library},                  // MMKV
	{"com.tencent.smtt.", Library},                  // TBS, the X5 browser
	{"com.tencent.tauth.", Library},                 // Tencent's QQ
	{"com.tencent.tinker.", Library},                // Tinker
	{"com.tencent.wcdb.", Library},                  // WCDB
	{"com.tns.", Library},                           // NativeScript
	{"com.trello.", Library},                        // RxLifecycle
	{"com.uber.autodispose.", Library},              // AutoDispose
	{"com.uber.rib.", Library},                      // RIBs
	{"com.umeng.", Library},                         // Umeng
	{"com.unity3d.", Library},                       // Unity
	{"com.urbanairship.", Library},                  // Airship
	{"com.vivo.push.", Library},                     // vivo Push
	{"com.vk.api.", Library},                        // VK
	{"com.vungle.", Library},                        // Vungle
	{"com.xiaomi.mipush.", Library},                 // Mi Push
	{"com.xiaomi.push.", Library},                   // Mi Push
	{"com.yandex.metrica.", Library},                // AppMetrica
	{"com.youth.banner.", Library},                  // Banner
	{"curtains.", Library},                          // Curtains, of LeakCanary
	{"cz.msebera.android.httpclient.", Library},     // Apache HttpClient, renamed
	{"dagger.", Library},                            // Dagger, Hilt
	{"dalvik.", Platform},                           // the virtual machine
	{"de.greenrobot.", Library},                     // EventBus 2, greenDAO 2
	{"de.hdodenhof.", Library},                      // CircleImageView
	{"expo.modules.", Library},                      // Expo
	{"gov.nist.", Platform},                         // SIP, in the framework
	{"hilt_aggregated_deps.", Library},              // generated by Hilt
	{"hu.akarnokd.", Library},                       // RxJava's extensions
	{"io.appmetrica.", Library},                     // AppMetrica
	{"io.bitdrift.capture.", Library},               // Capture
	{"io.branch.", Library},                         // Branch
	{"io.embrace.android.", Library},                // Embrace
	{"io.fabric.sdk.", Library},                     // Fabric
	{"io.flutter.", Library},                        // Flutter
	{"io.github.aakira.napier.", Library},           // Napier
	{"io.grpc.", Library},                           // gRPC
	{"io.intercom.android.", Library},               // Intercom
	{"io.kotest.", Library},                         // Kotest
	{"io.ktor.", Library},                           // Ktor
	{"io.mockk.", Library},                          // MockK
	{"io.netty.", Library},                          // Netty
	{"io.noties.markwon.", Library},                 // Markwon
	{"io.objectbox.", Library},                      // ObjectBox
	{"io.opencensus.", Library},                     // gRPC
	{"io.opentelemetry.", Library},                  // OpenTelemetry
	{"io.perfmark.", Library},                       // gRPC
	{"io.reactivex.", Library},                      // RxJava 2 and 3
	{"io.realm.", Library},                          // Realm
	{"io.sentry.", Library},                         // Sentry
	{"j$.", Platform},                               // Java's own libraries as D8 and R8 add them for older Androids
	{"java.", Platform},                             // Java
	{"javax.", Platform},                            // Java
	{"jdk.", Platform},                              // Java
	{"jp.wasabeef.", Library},                       // transformations for Glide and Picasso
	{"junit.", Library},                             // JUnit 3
	{"kotlin.", Platform},                           // Kotlin
	{"kotlinx.", Platform},                          // Kotlin
	{"leakcanary.", Library},                        // LeakCanary
	{"letv.", Platform},                             // LeEco's framework
	{"libcore.", Platform},                          // libcore
	{"me.jessyan.", Library},                        // MVPArms, AutoSize
	{"miui.", Platform},                             // Xiaomi's framework
	{"miuix.", Platform},                            // Xiaomi's framework
	{"mono.", Library},                              // Xamarin, .NET
	{"moxy.", Library},                              // Moxy
	{"mozilla.appservices.", Library},               // Mozilla's Application Services
	{"mozilla.components.", Library},                // Mozilla's Android Components
	{"mozilla.telemetry.", Library},                 // Glean
	{"net.bytebuddy.", Library},                     // Byte Buddy
	{"net.danlew.android.joda.", Library},           // Joda-Time
	{"net.hockeyapp.android.", Library},             // HockeyApp
	{"net.sqlcipher.", Library},                     // SQLCipher
	{"net.zetetic.", Library},                       // SQLCipher
	{"okhttp3.", Library},                           // OkHttp 3 and later
	{"okio.", Library},                              // Okio
	{"oppo.", Platform},                             // OPPO's framework
	{"org.acra.", Library},                          // ACRA
	{"org.android.agoo.", Library},                  // Taobao's push
	{"org.android.spdy.", Library},                  // Taobao's network
	{"org.androidannotations.", Library},            // AndroidAnnotations
	{"org.apache.", Library},                        // Apache Commons, HttpClient, Cordova, Log4j
	{"org.apache.harmony.", Platform},               // libcore, up to Android 6
	{"org.apache.xalan.", Platform},                 // libcore's XML
	{"org.apache.xml.", Platform},                   // libcore's XML
	{"org.apache.xpath.", Platform},                 // libcore's XML
	{"org.appcelerator.", Library},                  // Titanium
	{"org.assertj.", Library},                       // AssertJ
	{"org.bouncycastle.", Library},                  // Bouncy Castle
	{"org.ccil.", Platform},                         // TagSoup, in the framework
	{"org.checkerframework.", Library},              // Checker Framework's annotations
	{"org.chromium.", Library},                      // Chromium: WebView, Cronet
	{"org.cocos2dx.", Library},                      // Cocos
	{"org.codeaurora.", shared},                     // Qualcomm's framework
	{"org.codehaus.", Library},                      // Jackson 1
	{"org.conscrypt.", Library},                     // Conscrypt
	{"org.godotengine.", Library},                   // Godot
	{"org.greenrobot.", Library},                    // EventBus 3, greenDAO 3
	{"org.hamcrest.", Library},                      // Hamcrest
	{"org.intellij.", Library},                      // Anko, annotations
	{"org.jacoco.", Library},                        // JaCoCo
	{"org.jetbrains.", Library},                     // Anko, annotations
	{"org.joda.", Library},                          // Joda-Time
	{"org.json.", Platform},                         // libcore
	{"org.jsoup.", Library},                         // jsoup
	{"org.junit.", Library},                         // JUnit 4 and 5
	{"org.kodein.", Library},                        // Kodein
	{"org.koin.", Library},                          // Koin
	{"org.kxml2.", Platform},                        // libcore
	{"org.libsdl.app.", Library},                    // SDL
	{"org.litepal.", Library},                       // LitePal
	{"org.maplibre.", Library},                      // MapLibre
	{"org.mockito.", Library},                       // Mockito
	{"org.mozilla.appservices.", Library},           // Mozilla's Application Services
	{"org.mozilla.gecko.", Library},                 // GeckoView
	{"org.mozilla.geckoview.", Library},             // GeckoView
	{"org.objenesis.", Library},                     // Objenesis
	{"org.opencv.", Library},                        // OpenCV
	{"org.osmdroid.", Library},                      // osmdroid
	{"org.powermock.", Library},                     // PowerMock
	{"org.pytorch.", Library},                       // PyTorch
	{"org.reactivestreams.", Library},               // Reactive Streams
	{"org.robolectric.", Library},                   // Robolectric
	{"org.simpleframework.xml.", Library},           // Simple XML
	{"org.slf4j.", Library},                         // SLF4J
	{"org.spongycastle.", Library},                  // the same, renamed
	{"org.tensorflow.", Library},                    // TensorFlow Lite
	{"org.threeten.", Library},                      // ThreeTen
	{"org.w3c.", Platform},                          // libcore
	{"org.webrtc.", Library},                        // WebRTC
	{"org.xml.", Platform},                          // libcore
	{"org.xmlpull.", Platform},                      // libcore
	{"org.xutils.", Library},                        // xUtils
	{"org.yaml.snakeyaml.", Library},                // SnakeYAML
	{"permissions.dispatcher.", Library},            // PermissionsDispatcher
	{"pl.droidsonroids.gif.", Library},              // GIF drawable
	{"pub.devrel.easypermissions.", Library},        // EasyPermissions
	{"retrofit.", Library},                          // Retrofit 1
	{"retrofit2.", Library},                         // Retrofit 2
	{"roboguice.", Library},                         // RoboGuice
	{"rx.", Library},                                // RxJava 1
	{"shark.", Library},                             // LeakCanary
	{"specto.", Tracer},                             // Specto
	{"sun.", Platform},                              // libcore
	{"timber.", Library},                            // Timber
	{"toothpick.", Library},                         // Toothpick
	{"vendor.", Platform},                           // interfaces of the phone's hardware
	{"xcrash.", Library},                            // xCrash
	{"zendesk.", Library},                           // Zendesk
}

// androids are the packages directly below android of the framework and of the libraries before
// AndroidX, in order. Other packages there belong to apps. Source: AOSP's frameworks/base,
// packages/modules and frameworks/support; sec is Samsung's.
var androids = strings.Fields(`accessibilityservice accounts adservices animation annotation apex app appwidget arch attestation audio bluetooth car
	companion compat content crashrecovery credentials database databinding ddm debug devicelock drm ext federatedcompute
	filterfw filterpacks gesture graphics gsi hardware health hidl icu ims inputmethodservice internal location media metrics mtp
	multiuser net nfc ondevicepersonalization opengl os pdf perftests permission preference print printservice privacy processor
	provider ranging ravenwood renderscript safetycenter sax scheduling se sec security service speech stats support sysprop
	system telecom telephony test text timezone tracing transition tv util utils uwb view virtualdevice webkit widget window`)

// classes are prefixes of class names whose origin differs from that of their package.
var classes = []known{
	{"org.mozilla.gecko.GeckoJavaSampler", Tracer}, // Firefox's profiler
}

// generated are prefixes of generated class names without a package. Other classes that D8 and R8
// generate (A$$ExternalSyntheticLambda0, -$$Lambda$A$1, A$-CC) are in the package of the class they
// serve.
var generated = []known{
	{"$Proxy", Platform}, // of java.lang.reflect.Proxy
	{"$r8$", Platform},   // R8: Java's own methods for older Androids
}
