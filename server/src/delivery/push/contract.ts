/** The contract for push notifications to mobile devices. */
import {
  apiError,
  badRequest,
  explained,
  listedText,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  record,
  type Sentence,
  said,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { collections } from "../../kernel/limits/collections.ts";

export const MAX_TOKEN_LENGTH = 4096;
const MAX_KEY_LENGTH = 200;
/** Generous, so that a token that is too long gets its own error. */
const token = text({ max: 2 * MAX_TOKEN_LENGTH });
const MAX_REGISTRATION_LENGTH = 10_000;

export const InvalidTokenLength = badRequest("Empty or invalid length token");
export const InvalidApnsToken = badRequest("Invalid APNS token");
export const InvalidAppId = badRequest("Invalid app ID");
export const NoSuchToken = badRequest("Token does not exist");
export const InvalidPushPublicKey = badRequest("Invalid push_public_key");

export const PushServiceNotConfigured = apiError(
  "PUSH_SERVICE_NOT_CONFIGURED",
  "Server is not configured to use push notification service.",
);
export const InvalidPushDeviceToken = apiError("INVALID_PUSH_DEVICE_TOKEN", "Device not recognized");
export const InvalidRemotePushDeviceToken = apiError(
  "INVALID_REMOTE_PUSH_DEVICE_TOKEN",
  "Device not recognized by the push bouncer",
);
export const NoActivePushDevice = apiError("NO_ACTIVE_PUSH_DEVICE", "No active registered push device");
export const GatewayUnreachable = apiError("FAILED_TO_CONNECT_BOUNCER", "The push gateway could not be reached.", {
  status: 502,
});
export const GatewayFailed = apiError("INTERNAL_SERVER_ERROR_ON_BOUNCER", "The push gateway had an internal error.", {
  status: 502,
});
export const GatewayRefusesUs = apiError(
  "ADMIN_ACTION_REQUIRED",
  "The push gateway does not accept this server. The server's operator must check its configuration.",
  { status: 403 },
);

/** Error codes for failed registrations, as devices receive them. */
export const GONE = InvalidRemotePushDeviceToken.code;
export const ENDED = InvalidPushDeviceToken.code;
export const EXPIRED = "REQUEST_EXPIRED";

const tokenErrors = [InvalidTokenLength];
const gatewayErrors = [PushServiceNotConfigured, GatewayUnreachable, GatewayFailed, GatewayRefusesUs];

export const addApnsToken = operation({
  method: "POST",
  path: "/users/me/apns_device_token",
  summary: "Register an Apple device for push notifications.",
  gate: "human",
  params: {
    token: noted(token, { note: "Hexadecimal, as the device provides it.", example: "c0ffee" }),
    appid: noted(shortText(), { note: "The application that the token belongs to.", example: "org.example.chat" }),
  },
  audit: notAudited("one's own device"),
  response: {},
  errors: [...tokenErrors, InvalidApnsToken, InvalidAppId, collections.push_tokens.Full],
});

export const removeApnsToken = operation({
  method: "DELETE",
  path: "/users/me/apns_device_token",
  summary: "Unregister an Apple device from push notifications.",
  gate: "human",
  params: { token: noted(token, { example: "c0ffee" }) },
  audit: notAudited("one's own device"),
  response: {},
  errors: [...tokenErrors, InvalidApnsToken, NoSuchToken],
});

export const addFcmToken = operation({
  method: "POST",
  path: "/users/me/android_gcm_reg_id",
  summary: "Register an Android device for push notifications.",
  gate: "human",
  params: { token },
  audit: notAudited("one's own device"),
  response: {},
  errors: [...tokenErrors, collections.push_tokens.Full],
});

export const removeFcmToken = operation({
  method: "DELETE",
  path: "/users/me/android_gcm_reg_id",
  summary: "Unregister an Android device from push notifications.",
  gate: "human",
  params: { token },
  audit: notAudited("one's own device"),
  response: {},
  errors: [...tokenErrors, NoSuchToken],
});

export const testPush = operation({
  method: "POST",
  path: "/mobile_push/test_notification",
  summary: "Send a test notification to one of your devices, or to all of them.",
  gate: "human",
  params: { token: optional(token, { note: "The device's token; all of your devices when omitted." }) },
  audit: notAudited("a test notification to oneself"),
  response: {},
  errors: [InvalidPushDeviceToken, InvalidRemotePushDeviceToken, NoActivePushDevice, ...gatewayErrors],
});

const MAX_INT64 = 2n ** 63n;

function faultOfAccountId(sent: string): Sentence | undefined {
  if (!/^-?\d{1,19}$/.test(sent)) return said`not a whole number`;
  const id = BigInt(sent);
  return id >= -MAX_INT64 && id < MAX_INT64 ? undefined : said`too large`;
}

/** A string of digits: the number may exceed JavaScript's safe integers. */
const pushAccountId = noted(explained(shortText(), faultOfAccountId), {
  note: "A random 64-bit integer chosen by the device.",
  example: "2408",
});

export const registerPushDevice = operation({
  method: "POST",
  path: "/mobile_push/register",
  summary: "Register a device for encrypted push notifications. An event reports whether the registration succeeded.",
  gate: "human",
  params: {
    token_kind: listedText("fcm", "apns"),
    push_account_id: pushAccountId,
    push_public_key: noted(text({ max: MAX_KEY_LENGTH }), {
      note: "A Curve25519 key in base64: notifications are sent in boxes sealed for it.",
      example: "RwHQhIhFH1RaQJ+1iuPlhYHKQKw/fxFGmM1x3qxzygE=",
    }),
    bouncer_public_key: noted(text({ max: MAX_KEY_LENGTH }), {
      note: "The push gateway's key that the registration is encrypted with.",
    }),
    encrypted_push_registration: noted(text({ max: MAX_REGISTRATION_LENGTH }), {
      note: "The data that the gateway needs to reach the device, and that only the gateway can read.",
    }),
  },
  audit: notAudited("one's own device"),
  response: {},
  errors: [PushServiceNotConfigured, InvalidPushPublicKey, collections.push_devices.Full],
});

export const testEncryptedPush = operation({
  method: "POST",
  path: "/mobile_push/e2ee/test_notification",
  summary: "Send an encrypted test notification to one of your devices, or to all of them.",
  gate: "human",
  params: { push_account_id: optional(pushAccountId) },
  audit: notAudited("a test notification to oneself"),
  response: {},
  errors: [NoActivePushDevice, ...gatewayErrors],
});

export const deviceStatus = oneOf("active", "pending", "failed");

const device = strictObject({
  status: deviceStatus,
  error_code: noted(nullable(text()), { note: "Why the registration failed; null if it did not." }),
});

export const pushDevicesState = {
  push_devices: noted(record(device), {
    note: "Your devices registered for encrypted notifications, by push_account_id.",
  }),
};
