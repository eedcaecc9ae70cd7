/** The contract of incoming webhooks: the URLs that other services call. */
import {
  apiError,
  badRequest,
  bool,
  list,
  notAudited,
  noted,
  nullable,
  oneOf,
  operation,
  optional,
  said,
  shortText,
  strictObject,
  text,
} from "../../kernel/api/index.ts";
import { sendErrors } from "../../messages/contract.ts";

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
export const BotHasNoOwner = badRequest("The bot has no owner to write to. Add a channel to the URL.");

export const UNSUPPORTED_EVENT = "UNSUPPORTED_WEBHOOK_EVENT_TYPE";

/** A template longer than a message is a mistake. */
const MAX_TEMPLATE_LENGTH = 5000;
const MAX_PATTERNS = 100;
const patterns = () => list(shortText(), { max: MAX_PATTERNS });

const target = {
  integration: noted(shortText(), { note: "The name of the integration.", example: "github" }),
  api_key: noted(shortText(), {
    note: "The API key of an incoming webhook bot.",
    example: "abcdefghijklmnopqrstuvwxyz012345",
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
  params: {
    ...target,
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
  },
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
