/**
 * The contract for push notifications to closed browsers, through the browsers' push services. Only Parley has these
 * operations.
 */
import {
  apiError,
  badRequest,
  int,
  list,
  notAudited,
  noted,
  operation,
  optional,
  shortText,
  strictObject,
  text,
  timestamp,
} from "../../../kernel/api/index.ts";

export const MAX_ENDPOINT_LENGTH = 2000;

export const InvalidEndpoint = badRequest("Invalid endpoint");
export const InvalidSubscriptionKey = badRequest("Invalid p256dh");
export const InvalidAuthSecret = badRequest("Invalid auth");
export const NoSuchSubscription = apiError("BAD_REQUEST", "Subscription does not exist", { status: 404 });
export const NobodySubscribed = apiError("NO_ACTIVE_PUSH_DEVICE", "No active registered push device");

const endpoint = noted(text({ max: MAX_ENDPOINT_LENGTH }), {
  note: "The endpoint URL of the browser's push subscription.",
  example: "https://push.example.com/send/2Wq7",
});

export const getWebPushKey = operation({
  method: "GET",
  path: "/web_push/key",
  summary: "The server's public key for browser subscriptions (`applicationServerKey`).",
  gate: "human",
  response: { public_key: noted(text(), { note: "A P-256 key in base64url." }) },
});

export const getWebPushSubscriptions = operation({
  method: "GET",
  path: "/web_push/subscriptions",
  summary: "Your browsers that receive push notifications.",
  gate: "human",
  response: {
    subscriptions: list(strictObject({ id: int(), endpoint: text(), subscribed_at: timestamp() })),
  },
});

export const subscribeToWebPush = operation({
  method: "POST",
  path: "/web_push/subscriptions",
  summary: "Register this browser for push notifications while it is closed. Ends with the browser's session.",
  gate: "human",
  params: {
    endpoint,
    p256dh: noted(shortText(), {
      note: "The subscription's key with this name, in base64url.",
      example: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    }),
    auth: noted(shortText(), { note: "The subscription's secret, in base64url.", example: "BTBZMqHH6r4Tts7J_aSIgg" }),
  },
  audit: notAudited("one's own device"),
  response: { id: int() },
  errors: [InvalidEndpoint, InvalidSubscriptionKey, InvalidAuthSecret],
});

export const unsubscribeFromWebPush = operation({
  method: "DELETE",
  path: "/web_push/subscriptions",
  summary: "Unregister one of your browsers from push notifications.",
  gate: "human",
  params: { endpoint },
  audit: notAudited("one's own device"),
  response: {},
  errors: [NoSuchSubscription],
});

export const testWebPush = operation({
  method: "POST",
  path: "/web_push/test_notification",
  summary: "Send a test notification to one of your browsers, or to all of them.",
  gate: "human",
  params: { endpoint: optional(endpoint) },
  audit: notAudited("a test notification to oneself"),
  response: {},
  errors: [NobodySubscribed],
});
