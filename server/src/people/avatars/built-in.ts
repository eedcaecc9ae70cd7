/** Pictures that come with the server: for the built-in bots, and for users the viewer cannot access. */
import type { SystemBot } from "../users/system-bots.ts";

export const BUILT_IN_PREFIX = "/static/avatars/";

/** The files next to this one. */
export const BUILT_IN_NAMES = [
  "unknown-user.png",
  "notification-bot.png",
  "welcome-bot.png",
  "email-gateway.png",
] as const;
type Name = (typeof BUILT_IN_NAMES)[number];

const urlOf = (name: Name) => `${BUILT_IN_PREFIX}${name}`;

export const UNKNOWN_USER_URL = urlOf("unknown-user.png");

const ofBots: Readonly<Record<SystemBot, Name>> = {
  notification: "notification-bot.png",
  welcome: "welcome-bot.png",
  email_gateway: "email-gateway.png",
};

export const builtInAvatar = (bot: SystemBot): string => urlOf(ofBots[bot]);
