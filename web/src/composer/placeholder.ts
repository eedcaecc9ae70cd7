/** What the empty field says, and what a place is called in a sentence. */
import type { State } from "@parley/client";
import { nameOf } from "../state/people.ts";
import { realmField } from "../state/settings.ts";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

/** "launch › Beta 4 freeze", or the people; nothing while no channel is chosen. */
export function placeText(state: State, target: Target): string {
  if (target.to === "direct") {
    if (target.userIds.length === 0) return t("views.notesToSelf");
    return listText(target.userIds.map((id) => nameOf(state, id)));
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId)?.name;
  if (channel === undefined) return "";
  const topic = target.topic === "" ? realmField(state, "realm_empty_topic_display_name") : target.topic;
  return `${channel} › ${topic}`;
}

export function placeholderText(state: State, target: Target): string {
  const place = placeText(state, target);
  if (place === "") return t("composer.placeholder");
  return target.to === "direct" && target.userIds.length === 0 ? place : t("composer.placeholderFor", { place });
}
