/** What the API can change and no screen offers: `reachable.test.ts` compares these lists with the contract. */
import { permissionSettings } from "@parley/server/contract";

/** Sent by another file than the one that calls the operation. */
export const SENT_ELSEWHERE: Readonly<Record<string, string>> = {
  "createChannel.invite_only": "settings/channels/privacy.ts",
  "createChannel.is_web_public": "settings/channels/privacy.ts",
  "createChannel.history_public_to_subscribers": "settings/channels/privacy.ts",
  ...Object.fromEntries(
    permissionSettings.CHANNEL_PERMISSIONS.map((name) => [`createChannel.${name}`, "settings/channels/permissions.ts"]),
  ),
  // With a request of its own, for the progress bar.
  uploadFile: "composer/uploads/uploads.ts",
  uploadImport: "settings/organization/import/upload.ts",
};

/** For other programs than this client. An operation stands for all of its parameters. */
export const NOT_OFFERED: Readonly<Record<string, string>> = {
  "sendMessage.widget_content": "polls and task lists are made from the text of the message",
  "sendMessage.forged": "for bridges to other chat systems",
  "sendMessage.sender": "for bridges to other chat systems",
  markAllAsRead: "the client marks messages by a search, which can be undone",
  markTopicAsRead: "the client marks messages by a search, which can be undone",
  setTypingEdit: "nobody is shown who edits a message",
  "createScheduledMessage.read_by_sender": "one's own messages are read, as the server decides by default",
  subscribe: "its other parameters create channels, for which the client uses the operation that does only that",
  "updatePresence.history_limit_days": "the client knows presence from its events",
  "updatePresence.ping_only": "the client knows presence from its events",
  fetchApiKey: "for programs without a session",
  "fetchOwnApiKey.password": "the client sends a confirmation of the reader's identity instead",
  fetchApiKeyWithToken: "for programs of sites that sign tokens",
  receiveWebhook: "for other services, which call the URL of a bot",
  updateUserByEmail: "the client knows the ids of people",
  updateUserStatus: "for bots that set another user's status",
  deleteOwnProfile: "an empty value clears a field as well",
  markOnboardingStep: "this client has no such hints",
  addApnsToken: "for mobile apps",
  addFcmToken: "for mobile apps",
  registerPushDevice: "for mobile apps",
  removeApnsToken: "for mobile apps",
  removeFcmToken: "for mobile apps",
  testEncryptedPush: "for mobile apps",
  testPush: "for mobile apps",
  unsubscribeFromWebPush: "a subscription ends with its session",
  deleteBotStorage: "for bots",
  answerCommandCall: "for bots",
  updateBotStorage: "for bots",
  "createBot.service_name": "bots inside of the server are not enabled",
  "createBot.config_data": "for the bot's program, which sets it itself",
  "createBot.default_events_register_stream": "for programs that listen without saying to what",
  "createBot.default_all_public_streams": "for programs that listen without saying to what",
  "updateBot.default_events_register_stream": "for programs that listen without saying to what",
  "updateBot.default_all_public_streams": "for programs that listen without saying to what",
  updateSubgroups: "the operation for members changes subgroups as well",
  "updateRealm.string_id": "only demo organizations can change their address, and there are none",
  "updateRealm.zulip_update_announcements_stream_id": "this server announces no releases",
  "updateRealm.want_advertise_in_communities_directory": "no directory lists organizations of this server",
  "updateRealm.can_manage_billing_group": "this server has no billing",
  runCommand: "the client has its own commands and settings",
  "register.event_types": "the client listens to everything",
  "register.fetch_event_types": "the client listens to everything",
  "register.all_public_streams": "for bots",
  "register.narrow": "for bots",
  "register.queue_lifespan_secs": "the client follows the server's choice",
  "register.idle_queue_timeout": "the client follows the server's choice",
  "register.presence_history_limit_days": "the client follows the server's choice",
};

/** Pages that are still to be built. A page that is built removes its lines; the operation's own name means calling it. */
export const NOT_BUILT: Readonly<Record<string, string>> = {};
