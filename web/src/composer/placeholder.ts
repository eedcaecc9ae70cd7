/** The placeholder of the empty field, and a target's name for use in a sentence. */
import type { State } from "@parley/client";
import { conversationName, peopleName } from "../state/conversation-names.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

/** "launch › Beta 4 freeze", or the people; empty while no channel is chosen. */
export function placeText(state: State, target: Target): string {
  if (target.to === "direct") return peopleName(state, target.userIds);
  const { channelId, topic } = target;
  if (channelId === undefined || !state.channels.channels.has(channelId)) return "";
  return conversationName(state, { type: "topic", channelId, topic });
}

export function placeholderText(state: State, target: Target): string {
  const place = placeText(state, target);
  if (place === "") return t("composer.placeholder");
  return target.to === "direct" && target.userIds.length === 0 ? place : t("composer.placeholderFor", { place });
}
