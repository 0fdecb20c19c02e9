package platform

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for class, want := range map[string]Origin{
		"": Unknown, "a.b": Own, "A": Own, "com.example.Main": Own, "javafoo.A": Own, "com.google.android.apps.maps.Main": Own, "okhttp3x.A": Own,
		"com.squareup.cash.Main": Own, "com.tencent.mm.ui.LauncherUI": Own, "com.example.okhttp3.A": Own, "androidx": Own, "java": Own,

		"android.os.Looper": Platform, "android.util.SparseArray": Platform, "android.sec.enterprise.A": Platform, "android.support.v4.app.Fragment": Platform, "android.arch.lifecycle.LiveData": Platform,
		"androidx.recyclerview.widget.RecyclerView$Recycler": Platform, "androidx.media3.exoplayer.ExoPlayer": Platform,
		"java.lang.Object": Platform, "javax.inject.Provider": Platform, "j$.util.Optional": Platform, "kotlin.Unit": Platform, "kotlinx.coroutines.Job": Platform,
		"com.android.internal.os.ZygoteInit": Platform, "com.android.okhttp.Call": Platform, "com.android.org.conscrypt.NativeCrypto": Platform,
		"com.android.server.am.ActivityManagerService": Platform, "com.google.android.gles_jni.GLImpl": Platform,
		"com.samsung.android.A": Platform, "org.apache.harmony.luni.net.A": Platform, "org.json.JSONObject": Platform,
		"WV.sb": Platform, "WV.sb$1": Platform, "WV": Own, "WVX.A": Own, "wv.A": Own, "com.example.WV.A": Own,
		"$Proxy5": Platform, "$r8$backportedMethods$utility$Objects$2$equals": Platform,

		"com.google.android.gms.tasks.Tasks": Library, "com.google.android.material.tabs.TabLayout": Library, "com.google.firebase.FirebaseApp": Library,
		"dagger.internal.DoubleCheck": Library, "dagger.hilt.android.A": Library, "com.google.common.base.Joiner": Library,
		"com.google.gson.Gson": Library, "com.google.protobuf.CodedInputStream": Library, "io.grpc.Channel": Library,
		"okhttp3.internal.http.RealInterceptorChain": Library, "okio.Buffer": Library, "retrofit2.OkHttpCall$1": Library, "com.squareup.moshi.Moshi": Library,
		"com.squareup.picasso.Picasso": Library, "leakcanary.AppWatcher": Library, "rx.Observable": Library, "io.reactivex.rxjava3.core.Flowable": Library,
		"com.bumptech.glide.Glide": Library, "com.facebook.imagepipeline.A": Library, "com.facebook.react.A": Library, "com.google.android.exoplayer2.Player": Library,
		"io.realm.Realm": Library, "io.sentry.Sentry": Library, "com.bugsnag.android.Client": Library, "com.crashlytics.android.A": Library, "timber.log.Timber": Library,
		"org.koin.core.Koin": Library, "coil.ImageLoader": Library, "com.airbnb.lottie.LottieDrawable": Library, "org.greenrobot.eventbus.EventBus": Library,
		"butterknife.ButterKnife": Library, "com.android.volley.NetworkDispatcher": Library, "com.android.billingclient.api.A": Library,
		"org.apache.commons.io.IOUtils": Library, "org.apache.http.A": Library, "org.apache.cordova.A": Library, "com.fasterxml.jackson.core.JsonParser": Library,
		"org.joda.time.DateTime": Library, "org.threeten.bp.Instant": Library, "org.bouncycastle.A": Library, "org.conscrypt.Conscrypt": Library,
		"io.flutter.A": Library, "com.unity3d.player.UnityPlayer": Library, "org.mozilla.geckoview.GeckoSession": Library, "org.chromium.base.A": Library,
		"com.tencent.mmkv.MMKV": Library, "com.tencent.bugly.A": Library, "com.alibaba.android.arouter.A": Library, "com.alibaba.fastjson.JSON": Library,
		"com.umeng.A": Library, "com.baidu.mapapi.A": Library, "io.branch.referral.Branch": Library, "com.appsflyer.A": Library, "com.adjust.sdk.Adjust": Library,
		"com.onesignal.A": Library, "com.mixpanel.android.A": Library, "com.segment.analytics.A": Library, "com.amplitude.A": Library, "com.datadog.android.A": Library,
		"com.newrelic.agent.A": Library, "com.stripe.android.A": Library, "com.paypal.A": Library, "com.amazonaws.A": Library,
		"com.microsoft.appcenter.A": Library, "com.microsoft.identity.A": Library, "junit.framework.TestCase": Library, "org.mockito.Mockito": Library,
		"androidx.test.espresso.Espresso": Library, "org.robolectric.A": Library, "okhttp3.-$$Lambda$A$x1": Library, "okhttp3.A$$ExternalSyntheticLambda0": Library,
	} {
		if got := Of(class); got != want {
			t.Errorf("%q: %v, want %v", class, got, want)
		}
	}
}

func TestOfAnApp(t *testing.T) {
	for _, tt := range []struct {
		process, class string
		want           Origin
	}{
		{"com.example", "com.example.A", Own},
		{"com.example", "okhttp3.A", Library},
		{"com.datadog.android.sample", "com.datadog.android.rum.A", Own},
		{"com.datadog.android.sample:remote", "com.datadog.android.rum.A", Own},
		{"com.datadogs", "com.datadog.A", Library},
		{"com.datadog", "com.datadog.A", Own},
		{"com.datadog.android.sample", "okhttp3.A", Library},
		{"com.google.android.gms.persistent", "com.google.android.gms.A", Own},
		{"com.android.systemui", "com.android.keyguard.A", Own},
		{"com.android.systemui", "com.android.internal.A", Platform},
		{"com.android.systemui", "com.android.volley.A", Library},
		{"com.android.systemui", "android.os.A", Platform},
		{"com.android.vending", "com.android.vending.A", Own},
		{"system_server", "com.android.server.A", Own},
		{"system_server", "com.android.okhttp.A", Platform},
		{"android.process.media", "com.android.providers.A", Own},
		{"android.process.media", "android.os.A", Platform},
		{"android.example.app", "android.example.app.A", Own},
		{"android.example.app", "android.os.A", Platform},
		{"xcrash.sample", "xcrash.XCrash", Own},
		{"", "com.android.A", Platform},
		{"", "android.R", Platform},
		{"", "android.view.View", Platform},
		{"", "android.support.v4.app.Fragment", Platform},
		{"", "android.com.java.profilertester.Main", Own},
		{"", "android.studio.demo.A", Own},
		{"", "com.htc.lib.A", Platform},
		{"com.htc.launcher", "com.htc.launcher.A", Own},
		{"", "oppo.util.A", Platform},
		{"", "com.taobao.weex.A", Library},
		{"", "anet.channel.A", Library},
		{"", "com.location.A", Own},
		{"", "com.android.tools.profiler.agent.A", Tracer},
		{"", "org.mozilla.gecko.GeckoJavaSampler$1", Tracer},
		{"", "org.mozilla.gecko.GeckoThread", Library},
		{"", "specto.proto.A", Tracer},
		{"", "specto.core.internal.SimplePlugin", Tracer},
		{"", "specto.example.MainActivity", Own},
		{"", "com.motorola.android.provider.A", Platform},
		{"com.motorola.android.launcher", "com.motorola.android.launcher.A", Own},
		{"", "okhttp3.A", Library},
		{"com.datadog.sample", "", Unknown},
	} {
		if got := AppOf(tt.process).Of(tt.class); got != tt.want {
			t.Errorf("%s of %q: %v, want %v", tt.class, tt.process, got, tt.want)
		}
	}
}

func TestPrefixes(t *testing.T) {
	if !slices.IsSorted(androids) {
		t.Error("androids are not in order, so a search misses some")
	}
	seen := map[string]*known{}
	for _, name := range slices.Sorted(maps.Keys(packages())) {
		k := packages()[name]
		if k.prefix != name+"." || k.prefix != strings.ToLower(k.prefix) && k.prefix != "WV." && k.prefix != "J." || strings.Contains("."+k.prefix, "..") {
			t.Errorf("%q has capitals, or is no package and a dot", k.prefix)
		}
		seen[k.prefix] = k
		for end := len(k.prefix) - 1; end > 0; end-- {
			shorter, ok := seen[k.prefix[:end]]
			if !ok {
				continue
			}
			if shorter.origin == k.origin && shorter.name == k.name {
				t.Errorf("%q says no more than %q", k.prefix, shorter.prefix)
			}
			if k.origin == Library && shorter.origin != Library && !slices.Contains(strings.Fields(foreign), k.prefix) {
				t.Errorf("%q is a library in the platform's %q", k.prefix, shorter.prefix)
			}
			break
		}
	}
}

// foreign are libraries whose packages are in the platform's.
const foreign = `android.support.test. androidx.test. com.android.billingclient. com.android.dx. com.android.installreferrer.
	com.android.vending. com.android.volley.`

// TestArtifacts checks the source of packages.txt: coordinates of Maven, each once.
func TestArtifacts(t *testing.T) {
	text, err := os.ReadFile("packages.txt")
	if err != nil {
		t.Fatal(err)
	}
	artifact := regexp.MustCompile(`^[\w.-]+:[\w.-]+$`)
	artifacts, names := map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if line[0] == '#' || len(fields) != 3 {
			continue
		}
		if names[fields[0]] {
			t.Errorf("%s has two lines", fields[0])
		}
		names[fields[0]] = true
		if fields[2] == "-" {
			continue
		}
		for in := range strings.FieldsSeq(fields[2]) {
			group, list, _ := strings.Cut(in, ":")
			for name := range strings.SplitSeq(list, ",") {
				if a := group + ":" + name; artifacts[a] || !artifact.MatchString(a) {
					t.Errorf("%q stands twice, or is no artifact", a)
				} else {
					artifacts[a] = true
				}
			}
		}
	}
	if len(artifacts) < 400 {
		t.Errorf("%d artifacts, want at least 400", len(artifacts))
	}
}

// TestPart looks up a class of each of 64 libraries and of parts of the platform.
func TestPart(t *testing.T) {
	for class, want := range map[string]string{
		"androidx.recyclerview.widget.RecyclerView": "androidx.recyclerview", "androidx.room.RoomDatabase": "androidx.room", "androidx.media3.exoplayer.ExoPlayer": "androidx.media3",
		"android.os.Looper": "android", "com.android.internal.os.ZygoteInit": "com.android.internal", "java.util.HashMap": "java", "kotlin.Unit": "kotlin", "kotlinx.coroutines.Job": "kotlinx.coroutines",
		"com.example.shop.Cart": "", "$Proxy3": "", "": "",

		"okhttp3.internal.connection.RealCall": "OkHttp", "com.squareup.okhttp.Call": "OkHttp", "okio.Buffer": "Okio", "retrofit2.OkHttpCall": "Retrofit", "com.squareup.moshi.Moshi": "Moshi",
		"com.google.gson.Gson": "Gson", "com.google.protobuf.CodedInputStream": "Protobuf", "com.fasterxml.jackson.databind.ObjectMapper": "Jackson", "org.apache.log4j.Logger": "Log4j",
		"timber.log.Timber": "Timber", "leakcanary.AppWatcher": "LeakCanary", "shark.HeapAnalyzer": "LeakCanary", "com.airbnb.lottie.LottieDrawable": "Lottie", "com.google.android.exoplayer2.Player": "ExoPlayer",
		"com.mapbox.maps.MapView": "Mapbox", "org.osmdroid.views.MapView": "osmdroid", "net.sqlcipher.database.SQLiteDatabase": "SQLCipher", "org.bouncycastle.asn1.ASN1Object": "Bouncy Castle",
		"org.joda.time.DateTime": "Joda-Time", "com.jakewharton.threetenabp.AndroidThreeTen": "ThreeTen", "org.threeten.bp.Instant": "ThreeTen", "com.android.volley.Request": "Volley",
		"com.squareup.picasso.Picasso": "Picasso", "com.facebook.drawee.view.DraweeView": "Fresco", "com.facebook.imagepipeline.core.ImagePipeline": "Fresco", "com.airbnb.epoxy.EpoxyController": "Epoxy",
		"com.facebook.litho.ComponentTree": "Litho", "com.facebook.react.ReactActivity": "React Native", "com.facebook.login.LoginManager": "Facebook", "com.facebook.soloader.SoLoader": "Facebook SoLoader",
		"org.conscrypt.Conscrypt": "Conscrypt", "com.google.crypto.tink.Aead": "Tink", "io.reactivex.rxjava3.core.Flowable": "RxJava", "rx.Observable": "RxJava", "com.bumptech.glide.Glide": "Glide",
		"coil3.ImageLoader": "Coil", "dagger.internal.DoubleCheck": "Dagger", "org.koin.core.Koin": "Koin", "com.google.firebase.FirebaseApp": "Firebase", "com.google.android.gms.tasks.Tasks": "Play services",
		"com.adjust.sdk.Adjust": "Adjust", "com.appsflyer.AppsFlyerLib": "AppsFlyer", "mozilla.components.concept.engine.Engine": "Mozilla components", "org.mozilla.geckoview.GeckoSession": "Mozilla Gecko",
		"io.realm.Realm": "Realm", "com.apollographql.apollo3.ApolloClient": "Apollo", "io.ktor.client.HttpClient": "Ktor", "com.google.common.base.Joiner": "Guava", "com.google.common.truth.Truth": "Truth",
		"com.google.android.material.tabs.TabLayout": "Material", "org.greenrobot.eventbus.EventBus": "EventBus", "de.greenrobot.dao.AbstractDao": "greenDAO", "butterknife.ButterKnife": "Butter Knife",
		"org.apache.commons.io.IOUtils": "Apache Commons", "org.apache.http.HttpEntity": "Apache HttpClient", "org.apache.cordova.CordovaActivity": "Cordova", "org.apache.thrift.TBase": "Apache",
		"io.sentry.Sentry": "Sentry", "com.bugsnag.android.Client": "Bugsnag", "io.branch.referral.Branch": "Branch", "com.datadog.android.Datadog": "Datadog", "com.stripe.android.Stripe": "Stripe",
		"com.amazonaws.http.AmazonHttpClient": "AWS SDK", "org.mockito.Mockito": "Mockito", "androidx.test.espresso.Espresso": "Test libraries of AndroidX", "com.github.mikephil.charting.charts.Chart": "MPAndroidChart",
		"com.tencent.mmkv.MMKV": "MMKV", "com.tbruyelle.rxpermissions2.RxPermissions": "RxPermissions", "com.jakewharton.rxbinding3.view.RxView": "RxBinding", "com.journeyapps.barcodescanner.CaptureManager": "ZXing",
		"io.grpc.ManagedChannel": "gRPC", "com.google.mlkit.vision.common.InputImage": "ML Kit", "org.tensorflow.lite.Interpreter": "TensorFlow Lite", "com.unity3d.player.UnityPlayer": "Unity",
	} {
		if got := Part(class); got != want {
			t.Errorf("%q: %q, want %q", class, got, want)
		}
	}
}

// TestFind compares with the longest of all prefixes, for classes in, next to and before each package.
func TestFind(t *testing.T) {
	prefixes := slices.SortedFunc(maps.Values(packages()), func(a, b *known) int { return len(b.prefix) - len(a.prefix) })
	for _, k := range prefixes {
		p := k.prefix
		for _, class := range []string{p, p + "A", p + "a.b.C", p + "\xff", p[:len(p)-1], p[:len(p)-1] + "z.A", p[:len(p)-2] + ".A", p[:len(p)/2], "z" + p, p[:len(p)-1] + "\x00.A"} {
			var want *known
			if at := slices.IndexFunc(prefixes, func(k *known) bool { return strings.HasPrefix(class, k.prefix) }); at >= 0 {
				want = prefixes[at]
			}
			if got := find(class); got != want && (want != nil || slices.Contains(prefixes, got)) {
				t.Errorf("%q: found %v, want %v", class, got, want)
			}
		}
	}
}

// TestMayWait checks that a class that MayWait excludes has no frame of a wait.
func TestMayWait(t *testing.T) {
	for _, list := range [][]string{idleFrames, pollFrames, loopFrames, pauseFrames, waitingFrames} {
		for _, start := range list {
			frame := start + "x.y"
			class := frame[:strings.LastIndexByte(frame, '.')]
			if !MayWait(class) || strings.HasSuffix(start, "Queue") && !MayWait(start) {
				t.Errorf("%s is ruled out", class)
			}
		}
	}
	for _, class := range []string{"com.example.Main", "android.view.View", "java.util.HashMap", "kotlin.Unit"} {
		if MayWait(class) {
			t.Errorf("%s is not ruled out", class)
		}
	}
	for frame, want := range map[string][4]bool{ // awaits work, messages; pauses, may lie between
		"java.util.concurrent.ThreadPoolExecutor.getTask":                 {true, false, false, true},
		"android.os.MessageQueue.nativePollOnce":                          {false, true, false, false},
		"java.lang.Object.wait":                                           {false, false, true, true},
		"java.util.concurrent.locks.LockSupport.parkNanos":                {false, false, true, true},
		"com.example.Main.run":                                            {},
		"java.util.concurrent.locks.AbstractQueuedSynchronizer.doAcquire": {false, false, false, true},
	} {
		if got := [4]bool{AwaitsWork(frame), AwaitsMessages(frame), Pauses(frame), Waits(frame)}; got != want {
			t.Errorf("%s: %v, want %v", frame, got, want)
		}
	}
}
