/** The contract of incoming webhooks: the URLs that other services call, and what their owners see of them. */
import {
  apiError,
  badRequest,
  bool,
  InsufficientPermission,
  int,
  list,
  messageId,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  record,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
  userId,
} from "../../kernel/api/index.ts";
import { sendErrors } from "../../messages/contract.ts";
import { NoSuchBot } from "../../people/bots/contract.ts";

export const NoSuchIntegration = apiError<{ integration: string }>(
  "BAD_REQUEST",
  ({ integration }) => said`There is no integration called '${integration}'.`,
  { status: 404 },
);
export const MalformedPayload = badRequest("Malformed payload");
export const MalformedJson = apiError("INVALID_JSON", "Malformed JSON");
export const MissingEventHeader = apiError<{ header: string }>(
  "MISSING_HTTP_EVENT_HEADER",
  ({ header }) => said`Missing the HTTP event header '${header}'`,
);
export const AnomalousPayload = apiError<{ webhook_name: string }>(
  "ANOMALOUS_WEBHOOK_PAYLOAD",
  ({ webhook_name }) => said`Unable to parse request: Did ${webhook_name} generate this event?`,
);
export const InvalidSignature = apiError("UNAUTHORIZED", "The signature of the request is missing or wrong.", {
  status: 401,
});
export const NotAnIncomingWebhook = badRequest("Only an incoming webhook bot has URLs for integrations.");
export const NoSuchExample = badRequest("This integration has no such example.");
export const BotHasNoOwner = badRequest("The bot has no owner to write to. Add a channel to the URL.");

export const UNSUPPORTED_EVENT = "UNSUPPORTED_WEBHOOK_EVENT_TYPE";

/** A template longer than a message is a mistake. */
const MAX_TEMPLATE_LENGTH = 5000;
const MAX_PATTERNS = 100;
const patterns = () => list(shortText(), { max: MAX_PATTERNS });

const integration = noted(shortText(), { note: "The name of the integration.", example: "github" });

const target = {
  integration,
  api_key: noted(shortText(), {
    note: "The API key of an incoming webhook bot.",
    example: "abcdefghijklmnopqrstuvwxyz012345",
  }),
};

/** The parameters of the URL that are set up with it. */
const urlOptions = {
  stream: optional(shortText(), {
    note: "The channel to post in, by name or id. Without it, the bot's owner gets a direct message.",
    example: "general",
  }),
  topic: optional(shortText(), { note: "The topic; by default the integration chooses one.", example: "commits" }),
  only_events: optional(patterns(), {
    note: "The events to post, as shell patterns such as `pull_request*`; others are ignored.",
  }),
  exclude_events: optional(patterns(), { note: "Events to ignore, as shell patterns." }),
  content_type: optional(oneOf("application/json", "application/x-www-form-urlencoded"), {
    note: "What the body is, for services that send a wrong `Content-Type`.",
  }),
  branches: optional(shortText(), {
    note: "For services with repositories: the branches whose pushes are posted, separated by commas.",
  }),
  ignore_private_repositories: optional(bool(), {
    note: "For services with repositories: posts nothing about private ones.",
  }),
  template: optional(text({ max: MAX_TEMPLATE_LENGTH }), {
    note: "For the integration `json`: the message, with paths into the document such as `{{user.name}}`.",
  }),
};

export const receiveWebhook = operation({
  method: "POST",
  path: "/external/{integration}",
  summary:
    "Post a message about something that happened in another service, which calls this URL. Events that the integration does not support are ignored.",
  isWebhook: true,
  openToWebhookBots: true,
  only: "key",
  params: { ...target, ...urlOptions },
  audit: notAudited("a message is its own record"),
  response: {
    msg: optional(text(), { note: "Why nothing was posted." }),
    code: optional(text(), { note: `\`${UNSUPPORTED_EVENT}\` if the integration does not support the event.` }),
    webhook_name: optional(text(), { note: "The service, if it does not support the event." }),
    event_type: optional(text(), { note: "The event, if the integration does not support it." }),
  },
  errors: [
    NoSuchIntegration,
    MalformedPayload,
    MalformedJson,
    MissingEventHeader,
    AnomalousPayload,
    InvalidSignature,
    BotHasNoOwner,
    ...sendErrors,
  ],
});

export const checkWebhook = operation({
  method: "GET",
  path: "/external/{integration}",
  summary: "Check that the URL of a webhook works, as some services do before they use it. Posts nothing.",
  isWebhook: true,
  openToWebhookBots: true,
  only: "key",
  params: target,
  response: {},
  errors: [NoSuchIntegration],
});

/** Deliveries that are shown of one bot, and kept. */
export const MAX_DELIVERIES = 50;

export const getIntegrations = operation({
  method: "GET",
  path: "/integrations",
  summary: "List the integrations, with their documentation in English.",
  params: { name: optional(shortText(), { note: "Only the integration with this name.", example: "linear" }) },
  response: {
    integrations: list(
      strictObject({
        name: noted(text(), { note: "As in `POST /external/{integration}`." }),
        display_name: noted(text(), { note: "As the service writes itself." }),
        category: text(),
        picture: noted(strictObject({ initials: text(), color: text() }), {
          note: "Two letters and the color behind them.",
        }),
        about: noted(text(), { note: "One sentence." }),
        setup: noted(list(text()), {
          note: "What to do at the service, step by step, in Markdown. `URL` in backquotes is the URL of the bot.",
        }),
        signature: noted(text(), { note: "What to do with the bot's secret, in Markdown." }),
        is_signed: noted(bool(), { note: "Whether the service itself signs requests; others send a bearer token." }),
        events: noted(list(strictObject({ name: text(), about: text() })), {
          note: "Empty if `only_events` makes no difference. The name `*` stands for any other.",
        }),
        options: list(strictObject({ key: text(), label: text() })),
        examples: noted(list(text()), { note: "The names of the requests that can be sent as a test." }),
      }),
    ),
  },
});

export const getWebhookDeliveries = operation({
  method: "GET",
  path: "/bots/{bot_id}/webhook_deliveries",
  summary:
    "List the last requests to the URLs of an incoming webhook bot and what became of them, newest first. For its owner and administrators.",
  gate: "member",
  params: { bot_id: userId },
  response: {
    deliveries: list(
      strictObject({
        id: int(),
        integration: noted(text(), { note: "As it is called in the URL." }),
        event: noted(nullable(text()), { note: "Null if the request could not be read." }),
        received_at: timestamp(),
        outcome: oneOf("posted", "ignored", "refused"),
        message_id: noted(nullable(messageId), { note: "The message, if one was posted. It may have been deleted." }),
        code: noted(nullable(text()), {
          note: `Why it was refused, or \`${UNSUPPORTED_EVENT}\` if the integration does not support the event.`,
        }),
        reason: noted(nullable(text()), { note: "Why it was refused, as a sentence." }),
      }),
    ),
    has_secret: noted(bool(), { note: "Whether only signed requests are accepted." }),
  },
  errors: [NoSuchBot, InsufficientPermission, NotAnIncomingWebhook],
});

export const getWebhookExample = operation({
  method: "GET",
  path: "/bots/{bot_id}/webhook_example",
  summary:
    "Get a request as a service would send it to the URL of an incoming webhook bot, signed if the bot has a secret: whoever sends it tests the URL. For its owner and administrators.",
  gate: "member",
  params: {
    bot_id: userId,
    integration,
    example: optional(shortText(), { note: "One of the integration's examples; by default the first." }),
    ...urlOptions,
  },
  response: {
    url: text(),
    headers: record(text()),
    body: text(),
  },
  errors: [NoSuchBot, InsufficientPermission, NotAnIncomingWebhook, NoSuchIntegration, NoSuchExample],
});

const optionOf = (key: string) =>
  strictObject({
    key: noted(text(), { note: key }),
    label: noted(text(), { note: "What it means, in English." }),
    validator: noted(text(), { note: "`check_string` or `check_bool`." }),
  });

/** The integrations. Visitors, who have no bots, get none. */
export const integrationsState = {
  realm_incoming_webhook_bots: list(
    strictObject({
      name: noted(text(), { note: "As in `POST /external/{integration}`." }),
      display_name: noted(text(), { note: "As the service writes itself." }),
      all_event_types: noted(nullable(list(text())), {
        note: "The events that `only_events` and `exclude_events` can name; null if they have no names known beforehand.",
      }),
      config_options: list(optionOf("An entry of the bot's `config_data`.")),
      url_options: list(optionOf("A parameter of the URL.")),
    }),
  ),
};
