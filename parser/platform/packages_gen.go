// Code generated from packages.txt by pack. DO NOT EDIT.

package platform

// packed has the prefixes of the platform, of the system and of tracers, a line each, and a line for each library, after its name.
const packed = `android androidx com.android.internal com.google.android.collect com.google.android.gles_jni com.google.android.mms dalvik gov.nist org.ccil vendor com.android.dex com.android.i18n com.android.okhttp com.android.okio com.android.org libcore org.apache.harmony org.apache.xalan org.apache.xml org.apache.xpath org.json org.kxml2 org.w3c org.xml org.xmlpull sun java javax jdk com.android.tools.r8 j$ kotlin kotlinx J WV letv lineageos miui miuix oppo
com.android com.htc com.kikin com.hihonor.android com.huawei.android com.mediatek com.motorola.android cn.teddymobile com.color com.oplus com.qti com.qualcomm com.quicinc org.codeaurora com.samsung.android com.sec com.sprd com.unisoc com.miui
com.android.tools.profiler specto.core specto.proto
Ably|io.ably
ACRA|org.acra
AdColony|com.adcolony
Adobe Experience Platform|com.adobe.marketing
Agora|io.agora
AltBeacon|org.altbeacon
AndEngine|org.andengine
Android Priority Job Queue|com.birbit.android.jobqueue
Android-Job|com.evernote.android.job
AndroidSVG|com.caverock.androidsvg
AndroidViewAnimations|com.daimajia.androidanimations
APNG4Android|com.github.penfeizhou.animation
AppAuth|net.openid.appauth
ArcGIS Runtime|com.esri.arcgisruntime
Auth0|com.auth0.android
BarcodeScanner|me.dm7.barcodescanner
Bitmovin|com.bitmovin.player
BlurView|eightbitlab.com.blurview
BoofCV|boofcv
Brightcove|com.brightcove.player
Calendar by kizitonwose|com.kizitonwose.calendar com.kizitonwose.calendarview
CalendarView by Haibin|com.haibin.calendarview
Calligraphy|io.github.inflationx uk.co.chrisjenx.calligraphy
CameraView|com.otaliastudios.cameraview com.otaliastudios.transcoder
Chucker|com.chuckerteam.chucker
CircleIndicator|me.relex.circleindicator
CleverTap|com.clevertap.android
Comscore|com.comscore
Couchbase Lite|com.couchbase.lite
CountryCodePicker|com.hbb20
Criteo|com.criteo.publisher
EJML|org.ejml
Emarsys|com.emarsys
Emoji by Vanniktech|com.vanniktech.emoji
emoji-java|com.vdurmont.emoji
Fetch|com.tonyodev.fetch2 com.tonyodev.fetch2core
FFmpegKit|com.arthenica.ffmpegkit com.arthenica.mobileffmpeg com.arthenica.smartexception
FileDownloader|com.liulishuo.filedownloader com.liulishuo.okdownload
Fotoapparat|io.fotoapparat
GeoPackage|mil.nga.geopackage mil.nga.sf
Google Ads|com.google.ads
Adjust|com.adjust.sdk
Adyen|com.adyen
AgentWeb|com.just.agentweb
Airship|com.urbanairship
Alibaba Cloud|com.alibaba.sdk com.aliyun
Alipay|com.alipay.sdk
AMap|com.amap.api com.autonavi com.loc
Amazon|com.amazon.device
Amplify|com.amplifyframework
Amplitude|com.amplitude
AndroidAnnotations|org.androidannotations
Android Async HTTP|com.loopj.android.http
AndroidUtilCode|com.blankj.utilcode
Android Networking|com.amitshekhar
GPUImage|jp.co.cyberagent.android.gpuimage
GraphHopper|com.graphhopper
GraphView|com.jjoe64.graphview
Groupie|com.xwray.groupie
GSYVideoPlayer|com.shuyu.gsyvideoplayer
H2|org.h2
HERE SDK|com.here.sdk
HiveMQ|com.hivemq.client
ijkplayer|tv.danmaku.ijk
Image Cropper|com.canhub.cropper com.theartofdev.edmodo.cropper
Ion and AndroidAsync|com.koushikdutta.async com.koushikdutta.ion
Iterable|com.iterable.iterableapi
iText and OpenPDF|com.itextpdf com.lowagie.text
Java-WebSocket|org.java_websocket
jMonkeyEngine|com.jme3
JTransforms|edu.emory.mathcs.jtransforms org.jtransforms
JTS|com.vividsolutions.jts org.locationtech.jts
junrar|com.github.junrar
JW Player|com.jwplayer com.longtailvideo.jwplayer
Konfetti|nl.dionsegijn.konfetti
libVLC|org.videolan.libvlc org.videolan.medialibrary
LINE SDK|com.linecorp.linesdk
Linphone|org.linphone.core org.linphone.mediastream
Logger and Hawk|com.orhanobut.hawk com.orhanobut.logger
mapsforge and VTM|org.mapsforge org.oscim
Material CalendarView|com.prolificinteractive.materialcalendarview
Material DateTime Picker|com.wdullaer.materialdatetimepicker
Matisse|com.zhihu.matisse
mp3agic|com.mpatric.mp3agic
mp4parser|com.coremedia.iso com.googlecode.mp4parser org.mp4parser
MultiType|com.drakeet.multitype me.drakeet.multitype
NineOldAndroids|com.nineoldandroids
Nordic BLE|no.nordicsemi.android.ble no.nordicsemi.android.dfu no.nordicsemi.android.support
nv-websocket-client|com.neovisionaries.ws
opencsv|com.opencsv
Paho|org.eclipse.paho
PdfBox-Android|com.tom_roush
PermissionX|com.permissionx.guolindev
Apache|org.apache
Apache Commons|org.apache.commons
Apache HttpClient|org.apache.http cz.msebera.android.httpclient
Apollo|com.apollographql
App Center|com.microsoft.appcenter
AppDynamics|com.appdynamics
AppLovin|com.applovin
AppMetrica|com.yandex.metrica io.appmetrica
AppsFlyer|com.appsflyer
ARCore|com.google.ar
Arrow|arrow
ARouter|com.alibaba.android.arouter
AssertJ|org.assertj
Auto|com.google.auto
AutoDispose|autodispose2 com.uber.autodispose
AWS SDK|aws.sdk aws.smithy com.amazonaws
Baidu|com.baidu.location com.baidu.mapapi com.baidu.mobstat
Banner|com.youth.banner
BaseRecyclerViewAdapterHelper|com.chad.library
Bolts|bolts
Bouncy Castle|org.bouncycastle org.spongycastle
Braintree|com.braintreepayments
Branch|io.branch
Braze|com.appboy com.braze
Bugly|com.tencent.bugly
Bugsnag|com.bugsnag
Butter Knife|butterknife
Byte Buddy|net.bytebuddy
Capacitor|com.getcapacitor
Capture|io.bitdrift.capture
Cash App|app.cash
Chartboost|com.chartboost
Checker Framework|org.checkerframework
Chromium|org.chromium
CircleImageView|de.hdodenhof
Clarity|com.microsoft.clarity
Cocos|com.cocos org.cocos2dx
CodePush|com.microsoft.codepush
Coil|coil coil3
Conductor|com.bluelinelabs.conductor
Conscrypt|org.conscrypt
Cordova|org.apache.cordova
Crashlytics|com.crashlytics
Dagger|dagger hilt_aggregated_deps
Datadog|com.datadog
DBFlow|com.raizlabs.android
Decompose|com.arkivanov.decompose com.arkivanov.essenty
DeepLinkDispatch|com.airbnb.deeplinkdispatch
Dexmaker|com.android.dx
Dexter|com.karumi.dexter
Dynatrace|com.dynatrace
EasyPermissions|pub.devrel.easypermissions
Embrace|io.embrace.android
Epoxy|com.airbnb.epoxy
Error Prone|com.google.errorprone
EventBus|de.greenrobot.event org.greenrobot.eventbus
ExoPlayer|com.google.android.exoplayer com.google.android.exoplayer2
Expo|expo.modules
Fabric|io.fabric.sdk
Facebook|com.facebook
Facebook Flipper|com.facebook.flipper
Facebook SoLoader|com.facebook.soloader
Facebook Stetho|com.facebook.stetho
FastAdapter|com.mikepenz.fastadapter
fastjson|com.alibaba.fastjson com.alibaba.fastjson2
Firebase|com.google.android.datatransport com.google.firebase
FlatBuffers|com.google.flatbuffers
Flexbox|com.google.android.flexbox
FlowBinding|reactivecircus.flowbinding
Flurry|com.flurry
Flutter|io.flutter
Fresco|com.facebook.animated com.facebook.drawee com.facebook.fresco com.facebook.imageformat com.facebook.imagepipeline com.facebook.imageutils
Getui|com.igexin
GIF drawable|pl.droidsonroids.gif
Glean|mozilla.telemetry
Glide|com.bumptech.glide
Godot|org.godotengine
Google API client|com.google.api
Google libraries|com.google.android.libraries
Google Maps utilities|com.google.maps
greenDAO|de.greenrobot.dao org.greenrobot.greendao
greenrobot|de.greenrobot org.greenrobot
gRPC|com.google.rpc io.grpc io.opencensus io.perfmark
Gson|com.google.gson
Guava|com.google.common com.google.thirdparty.publicsuffix
Guice|com.google.inject
Hamcrest|org.hamcrest
Hannes Dorfmann|com.hannesdorfmann
HockeyApp|net.hockeyapp.android
Huawei HMS|com.huawei.agconnect com.huawei.hms
iFlytek|com.iflytek
InMobi|com.inmobi
Instabug|com.instabug
Intercom|io.intercom.android
ironSource|com.ironsource
Jackson|com.fasterxml.jackson org.codehaus.jackson
FasterXML|com.fasterxml
Codehaus|org.codehaus
JaCoCo|org.jacoco
Jake Wharton|com.jakewharton
PictureSelector|com.luck.picture.lib
PJSIP|org.pjsip
PRDownloader|com.downloader
Prebid|org.prebid.mobile
PubNub|com.pubnub
Pusher|com.pusher
Rajawali|org.rajawali3d
React Native Community|com.reactnativecommunity
react-native-fast-image|com.dylanvann.fastimage
react-native-maps|com.airbnb.android.react.maps com.rnmaps
react-native-safe-area-context|com.th3rdwave.safeareacontext
react-native-svg|com.horcrux.svg
react-native-vector-icons|com.oblador.vectoricons
react-native-video|com.brentvatne
ReLinker|com.getkeepsafe.relinker
RootEncoder|com.pedro.encoder com.pedro.library com.pedro.rtmp com.pedro.rtplibrary com.pedro.rtsp com.pedro.srt
RoundedImageView|com.makeramen.roundedimageview
RxAndroidBle|com.polidea.rxandroidble com.polidea.rxandroidble2 com.polidea.rxandroidble3
RxBinding|com.jakewharton.rxbinding com.jakewharton.rxbinding2 com.jakewharton.rxbinding3 com.jakewharton.rxbinding4
JavaMail|com.sun.mail
JavaPoet|com.squareup.javapoet
JetBrains|org.intellij org.jetbrains
JNA|com.sun.jna
Joda-Time|net.danlew.android.joda org.joda
JPush|cn.jiguang cn.jpush
jsoup|org.jsoup
JUnit|junit org.junit
Kakao|com.kakao.sdk
Kochava|com.kochava
Kodein|org.kodein
Koin|org.koin
Kotest|io.kotest
Kronos|com.lyft.kronos
Kryo|com.esotericsoftware
Ktor|io.ktor
Kuaishou|com.kwad
LaunchDarkly|com.launchdarkly
LeakCanary|com.squareup.leakcanary curtains leakcanary shark
Leanplum|com.leanplum
libGDX|com.badlogic.gdx
libphonenumber|com.google.i18n.phonenumbers io.michaelrocks.libphonenumber
LitePal|org.litepal
Litho|com.facebook.litho com.facebook.rendercore
LoganSquare|com.bluelinelabs.logansquare
Blue Line Labs|com.bluelinelabs
Localytics|com.localytics
Log4j|org.apache.log4j org.apache.logging
Logback|ch.qos.logback
Lottie|com.airbnb.lottie
Mapbox|com.mapbox
MapLibre|org.maplibre
commonmark-java|org.commonmark
Markwon|io.noties.markwon ru.noties.markwon
Material|com.google.android.material
Material Dialogs|com.afollestad
Matrix|com.tencent.matrix
Mavericks|com.airbnb.mvrx
Meizu Push|com.meizu.cloud
Mi Push|com.xiaomi.mipush com.xiaomi.push
Mike Penz|com.mikepenz
Mixpanel|com.mixpanel.android
ML Kit|com.google.mlkit
MMA|cn.com.mma
MMKV|com.tencent.mmkv
Mob|cn.sharesdk com.mob
Mockito|org.mockito
MockK|io.mockk
MoEngage|com.moengage
MoPub|com.mopub
Moshi|com.squareup.moshi
Moxy|com.arellomobile.mvp moxy
Mozilla components|mozilla.appservices mozilla.components org.mozilla.appservices
Mozilla Gecko|org.mozilla.gecko org.mozilla.geckoview
MPAndroidChart|com.github.mikephil.charting
MSAL|com.microsoft.aad com.microsoft.identity
MVIKotlin|com.arkivanov.mvikotlin
Arkadii Ivanov|com.arkivanov
MVPArms|me.jessyan
Napier|io.github.aakira.napier
NativeScript|com.tns
Naver|com.navercorp
Netty|io.netty
New Relic|com.newrelic
Objenesis|org.objenesis
ObjectBox|io.objectbox
OkGo|com.lzy.okgo
OkHttp|com.squareup.okhttp okhttp3
Okio|okio
OneSignal|com.onesignal
OpenCV|org.opencv
OpenTelemetry|io.opentelemetry
OPPO Push|com.heytap.msp
Optimizely|com.optimizely.ab
Orbit MVI|org.orbitmvi.orbit
ORMLite|com.j256.ormlite
osmdroid|org.osmdroid
Otto|com.squareup.otto
Pangle|com.bytedance.sdk
Parse|com.parse
PayPal|com.paypal
PDF viewer|com.github.barteksc
PdfiumAndroid|com.shockwave
PermissionsDispatcher|permissions.dispatcher
PhotoView|com.github.chrisbanes.photoview uk.co.senab.photoview
Picasso|com.squareup.picasso com.squareup.picasso3
Play Billing|com.android.billingclient com.android.vending
Play Core|com.google.android.play
Play Install Referrer|com.android.installreferrer
Play licensing|com.google.android.vending
Play services|com.google.android.chimera com.google.android.gms
PostHog|com.posthog
PowerMock|org.powermock
Protobuf|com.google.protobuf
PyTorch|org.pytorch
Razorpay|com.razorpay
Reactive Streams|org.reactivestreams
React Native|com.facebook.hermes com.facebook.jni com.facebook.react com.facebook.yoga
Realm|io.realm
RePlugin|com.qihoo360.replugin
Retrofit|retrofit retrofit2
RevenueCat|com.revenuecat
RIBs|com.uber.rib
RoboGuice|roboguice
Robolectric|org.robolectric
Rollbar|com.rollbar
RootBeer|com.scottyab.rootbeer
RxJava|io.reactivex rx
RxJava extensions|hu.akarnokd
RxPermissions|com.tbruyelle.rxpermissions com.tbruyelle.rxpermissions2 com.tbruyelle.rxpermissions3
SDL|org.libsdl.app
Segment|com.segment.analytics
Sendbird|com.sendbird
Sensors Data|com.sensorsdata.analytics
Sentry|io.sentry
Shimmer|com.facebook.shimmer
Simple XML|org.simpleframework.xml
Singular|com.singular.sdk
SLF4J|org.slf4j
Smack|org.jivesoftware.smack org.jivesoftware.smackx
SmartRefreshLayout|com.scwang
SnakeYAML|org.yaml.snakeyaml
Socket.IO|com.github.nkzawa io.socket
Software Mansion|com.swmansion
SQLCipher|net.sqlcipher net.zetetic
SQLDelight|com.squareup.sqldelight
Start.io|com.startapp.sdk
Store|com.dropbox.android.external.store4 org.mobilenativefoundation.store
Stream Chat|io.getstream
Stripe|com.stripe.android
Subsampling Scale Image View|com.davemorrissey.labs.subscaleview
Taboola|com.taboola.android
Taobao|anet.channel com.taobao.accs com.taobao.agoo com.taobao.sophix org.android.agoo org.android.spdy
Tapjoy|com.tapjoy
TBS|com.tencent.smtt
Tencent Ads|com.qq.e
Tencent Chat|com.tencent.imsdk
Tencent Push|com.tencent.android.tpush
Tencent QQ|com.tencent.connect com.tencent.tauth
Tencent Video|com.tencent.liteav
TensorFlow Lite|org.tensorflow
Tesseract|com.googlecode.leptonica com.googlecode.tesseract
Test libraries of AndroidX|android.support.test androidx.test
ThreeTen|com.jakewharton.threetenabp org.threeten
Timber|timber
Tink|com.google.crypto.tink
Tinker|com.tencent.tinker
Titanium|org.appcelerator
Toaster, XXPermissions|com.hjq
Toothpick|toothpick
Trello|com.trello
Truth|com.google.common.truth
Twilio Video|com.twilio.video
Twitter Kit|com.twitter.sdk.android
uCrop|com.yalantis.ucrop
Umeng|com.umeng
Unity|com.unity3d
Universal Image Loader|com.nostra13.universalimageloader
Unreal|com.epicgames
usb-serial-for-android|com.hoho.android.usbserial
UsbSerial|com.felhr
User Messaging Platform|com.google.android.ump
VirtualAPK|com.didi.virtualapk
vivo Push|com.vivo.push
VK|com.vk.api
VLayout|com.alibaba.android.vlayout
Volley|com.android.volley
Voyager|cafe.adriel.voyager
Vungle|com.vungle
Wasabeef|jp.wasabeef
WCDB|com.tencent.wcdb
WebEngage|com.webengage.sdk
WebRTC|org.webrtc
WeChat|com.tencent.mm.opensdk
Weex|com.taobao.weex
Weibo|com.sina.weibo
Wire|com.squareup.wire
.NET|mono
xCrash|xcrash
XStream|com.thoughtworks.xstream
xUtils|com.lidroid.xutils org.xutils
XZ for Java|org.tukaani.xz
Yandex MapKit|com.yandex.mapkit com.yandex.runtime
Zendesk|com.zendesk zendesk
Zip4j|net.lingala.zip4j
ZXing|com.google.zxing com.journeyapps.barcodescanner
`
