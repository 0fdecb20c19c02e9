package platform

import (
	"slices"
	"strings"
)

// Interface returns the interface of a stub or proxy class: IFoo$Stub, IFoo$Stub$Proxy, FooNative
// or FooProxy.
func Interface(class string) string {
	if name, ok := strings.CutSuffix(class, "$Stub$Proxy"); ok {
		return name
	}
	for _, side := range []string{"$Stub", "Proxy", "Native"} {
		if name, ok := strings.CutSuffix(class, side); ok {
			return name
		}
	}
	return class
}

// systemInterfaces are interfaces of services in system_server, in all versions of Android, by package.
var systemInterfaces = map[string]string{
	"android.accounts":               "IAccountManager",
	"android.app":                    "ActivityManager IActivityManager IActivityTaskManager IActivityClientController IAlarmManager INotificationManager ISearchManager IUiModeManager IUriGrantsManager IWallpaperManager",
	"android.app.admin":              "IDevicePolicyManager",
	"android.app.backup":             "IBackupManager",
	"android.app.job":                "IJobScheduler",
	"android.app.role":               "IRoleManager",
	"android.app.trust":              "ITrustManager",
	"android.app.usage":              "IStorageStatsManager IUsageStatsManager",
	"android.companion":              "ICompanionDeviceManager",
	"android.content":                "IClipboard IContentService IRestrictionsManager",
	"android.content.pm":             "ICrossProfileApps ILauncherApps IPackageManager IShortcutService",
	"android.hardware":               "ISensorPrivacyManager",
	"android.hardware.display":       "IDisplayManager",
	"android.hardware.input":         "IInputManager",
	"android.hardware.usb":           "IUsbManager",
	"android.location":               "ILocationManager",
	"android.media":                  "IAudioService IMediaRouterService",
	"android.media.session":          "ISessionManager",
	"android.net":                    "IConnectivityManager INetworkPolicyManager INetworkStatsService",
	"android.net.wifi":               "IWifiManager",
	"android.os":                     "IBatteryPropertiesRegistrar IDeviceIdleController INetworkManagementService IPowerManager IThermalService IUserManager IVibratorManagerService IVibratorService",
	"android.os.storage":             "IMountService IStorageManager",
	"android.permission":             "IPermissionManager",
	"android.print":                  "IPrintManager",
	"android.view":                   "IWindowManager IWindowSession",
	"android.view.accessibility":     "IAccessibilityManager",
	"android.view.autofill":          "IAutoFillManager",
	"com.android.internal.app":       "IAppOpsService IBatteryStats",
	"com.android.internal.appwidget": "IAppWidgetService",
	"com.android.internal.os":        "IDropBoxManagerService",
	"com.android.internal.statusbar": "IStatusBarService",
	"com.android.internal.telephony": "ITelephonyRegistry",
	"com.android.internal.view":      "IInputMethodManager",
	"com.android.internal.widget":    "ILockSettings",
}

// SystemServes reports whether system_server answers a call, INTERFACE.METHOD.
func SystemServes(call string) bool {
	at := strings.LastIndexByte(call, '.')
	iface := call[:max(0, at)]
	at = strings.LastIndexByte(iface, '.')
	return at > 0 && slices.Contains(strings.Fields(systemInterfaces[iface[:at]]), iface[at+1:])
}
