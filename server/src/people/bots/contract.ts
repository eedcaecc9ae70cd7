/** The bots contract. */
import {
  badRequest,
  bareOrQuoted,
  bool,
  checked,
  either,
  InsufficientPermission,
  int,
  list,
  MAX_SHORT_TEXT_LENGTH,
  MAX_URL_LENGTH,
  nullable,
  operation,
  optional,
  record,
  said,
  shortText,
  strictObject,
  text,
  userId,
  withDefault,
} from "../../kernel/api/index.ts";
import { SeveralFiles } from "../../kernel/files/errors.ts";
import { MustBeAdministrator, MustBeOwner } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { pictureErrors } from "../../organization/pictures/contract.ts";
import { BadUsername, EmailInUse, HeldOwnerStays, NameInUse, role, UniqueNamesRequired } from "../users/contract.ts";

export const NoSuchBot = badRequest("No such bot");
export const InvalidBotType = badRequest("Invalid bot type");
export const InvalidInterface = badRequest("Invalid interface type");
export const EmbeddedBotsDisabled = badRequest("Embedded bots are not enabled.");
export const NewOwnerDoesNotExist = badRequest("Failed to change owner, no such user");
export const NewOwnerIsDeactivated = badRequest("Failed to change owner, user is deactivated");
export const NewOwnerIsBot = badRequest("Failed to change owner, bots can't own other bots");
export const NotAnOutgoingWebhook = badRequest("Only an outgoing webhook bot has a payload URL and an interface.");
export const PayloadUrlMissing = badRequest("Invalid payload_url: Value error, Not a URL");
export const MAX_CONFIG_CHARACTERS = 10_000;
export const ConfigTooLarge = badRequest(
  said`config_data is too long (limit: ${MAX_CONFIG_CHARACTERS} characters, names and values together)`,
);

const webhookService = strictObject({ base_url: text(), interface: int(), token: text() });
const embeddedService = strictObject({ service_name: text(), config_data: record(text()) });

const defaults = {
  default_sending_stream: nullable(text()),
  default_events_register_stream: nullable(text()),
  default_all_public_streams: bool(),
};

/** A bot, for its owner and administrators. */
export const botFields = {
  user_id: userId,
  email: text(),
  full_name: text(),
  bot_type: int(),
  is_active: bool(),
  api_key: text(),
  avatar_url: text(),
  ...defaults,
  owner_id: nullable(userId),
  services: list(either(webhookService, embeddedService)),
};
export const botObject = strictObject(botFields);

const url = checked(bareOrQuoted(text({ max: MAX_URL_LENGTH })), isWebAddress, said`Not a URL`);

function isWebAddress(written: string): boolean {
  const parsed = URL.canParse(written) ? new URL(written) : undefined;
  return parsed !== undefined && (parsed.protocol === "http:" || parsed.protocol === "https:");
}

/** `checkConfig` limits the total length, with a clearer error. */
const config_data = record(text({ max: 2 * MAX_CONFIG_CHARACTERS }), { max: 1000, maxKey: MAX_SHORT_TEXT_LENGTH });
const bot_id = userId;

export const getBots = operation({
  method: "GET",
  path: "/bots",
  summary: "List your own active bots, with their API keys.",
  gate: "member",
  response: {
    bots: list(strictObject({ username: text(), full_name: text(), api_key: text(), avatar_url: text(), ...defaults })),
  },
});

export const createBot = operation({
  method: "POST",
  path: "/bots",
  summary: "Create a bot that you own, with an avatar if you send one.",
  gate: "member",
  takesFile: "optional",
  params: {
    full_name: shortText({ nullBytes: true }),
    short_name: shortText({ nullBytes: true }),
    bot_type: withDefault(int(), 1, { note: "1 generic, 2 incoming webhook, 3 outgoing webhook." }),
    payload_url: optional(url, {
      note: "The URL that an outgoing webhook bot's messages are sent to.",
      example: "https://example.com/",
    }),
    interface_type: withDefault(int(), 1, { note: "1 for Parley's own format, 2 for the Slack-compatible one." }),
    service_name: optional(shortText(), { note: "For embedded bots, which are not enabled." }),
    config_data: withDefault(config_data, {}, { note: "Configuration for the bot's program." }),
    default_sending_stream: optional(shortText(), {
      note: "The channel the bot posts to unless it names another.",
    }),
    default_events_register_stream: optional(shortText(), {
      note: "The channel the bot's queues listen to.",
    }),
    default_all_public_streams: withDefault(bool(), false),
  },
  audit: ["bot_created"],
  response: { user_id: userId, api_key: text(), avatar_url: text(), ...defaults },
  errors: [
    collections.bots.Full,
    InsufficientPermission,
    BadUsername,
    UniqueNamesRequired,
    EmbeddedBotsDisabled,
    EmailInUse,
    NameInUse,
    InvalidBotType,
    InvalidInterface,
    PayloadUrlMissing,
    ConfigTooLarge,
    SeveralFiles,
    ...pictureErrors,
  ],
});

export const updateBot = operation({
  method: "PATCH",
  path: "/bots/{bot_id}",
  summary: "Change a bot, as its owner or an administrator. An uploaded file becomes its avatar.",
  gate: "member",
  takesFile: "optional",
  params: {
    bot_id,
    full_name: optional(shortText({ nullBytes: true })),
    role: optional(role),
    bot_owner_id: optional(userId),
    service_payload_url: optional(url),
    service_interface: optional(int(), { note: "1 or 2, as in interface_type; unchanged when omitted." }),
    config_data: optional(config_data, { note: "Entries to set; others are unchanged." }),
    default_sending_stream: optional(shortText(), { note: "A channel's name; empty for none." }),
    default_events_register_stream: optional(shortText(), { note: "A channel's name; empty for none." }),
    default_all_public_streams: optional(bool()),
  },
  audit: ["bot_owner_changed", "bot_setting_changed", "user_name_changed", "user_role_changed"],
  response: {
    full_name: text(),
    avatar_url: text(),
    service_interface: int(),
    service_payload_url: nullable(text()),
    config_data: nullable(record(text())),
    ...defaults,
    bot_owner: optional(text(), { note: "The owner's email address, if the bot has an owner." }),
  },
  errors: [
    collections.bots.Full,
    NoSuchBot,
    InsufficientPermission,
    UniqueNamesRequired,
    NameInUse,
    MustBeAdministrator,
    MustBeOwner,
    NewOwnerDoesNotExist,
    NewOwnerIsDeactivated,
    NewOwnerIsBot,
    HeldOwnerStays,
    NotAnOutgoingWebhook,
    InvalidInterface,
    ConfigTooLarge,
    SeveralFiles,
    ...pictureErrors,
  ],
});

export const deactivateBot = operation({
  method: "DELETE",
  path: "/bots/{bot_id}",
  summary: "Deactivate a bot, as its owner or an administrator.",
  gate: "human",
  params: { bot_id },
  audit: ["user_deactivated"],
  response: {},
  errors: [NoSuchBot, InsufficientPermission],
});

export const regenerateBotApiKey = operation({
  method: "POST",
  path: "/bots/{bot_id}/api_key/regenerate",
  summary: "Replace a bot's API key. The old one stops working at once.",
  gate: "member",
  params: { bot_id },
  audit: ["api_key_replaced"],
  response: { api_key: text() },
  errors: [NoSuchBot, InsufficientPermission],
});

export const botsState = { realm_bots: list(botObject) };

/** Types of bots that run inside the server: there are none. */
export const embeddedBotsState = {
  realm_embedded_bots: list(strictObject({ name: text(), config: record(text()) })),
};
