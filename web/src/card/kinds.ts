/** Names of roles and of kinds of bots. */
import type { State } from "@parley/client";
import { type TextKey, t } from "../text/text.ts";

type CardPerson = State["users"]["users"] extends ReadonlyMap<number, infer U> ? U : never;

export const ROLE_TEXTS: Readonly<Record<number, TextKey>> = {
  100: "card.owner",
  200: "card.administrator",
  300: "card.moderator",
  400: "card.member",
  600: "card.guest",
};

const BOT_TYPES: Readonly<Record<number, TextKey>> = {
  1: "card.genericBot",
  2: "card.incomingWebhook",
  3: "card.outgoingWebhook",
  4: "card.embeddedBot",
};

export const roleName = (person: Pick<CardPerson, "role">): string => t(ROLE_TEXTS[person.role] ?? "card.member");

export const botTypeName = (person: Pick<CardPerson, "bot_type">): string =>
  t(BOT_TYPES[person.bot_type ?? 1] ?? "card.genericBot");
