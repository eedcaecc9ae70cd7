/** What the empty field says, and what a place is called in a sentence. */
import type { State } from "@parley/client";
import { nameOf } from "../state/people.ts";
import { realmField } from "../state/settings.ts";
import { listText } from "../text/dates.ts";
import { t } from "../text/text.ts";
import type { Target } from "./target.ts";

interface Placeholder {
  readonly text: string;
  readonly place: string;
}

const known = new Map<string, Placeholder>();

/** The same object for the same words. */
export function placeholderFor(state: State, target: Target): Placeholder {
  const made = madeFor(state, target);
  const key = JSON.stringify(made);
  const same = known.get(key) ?? made;
  known.set(key, same);
  return same;
}

function madeFor(state: State, target: Target): Placeholder {
  if (target.to === "direct") {
    const names = listText(target.userIds.map((id) => nameOf(state, id)));
    if (names === "") return { text: t("composer.you"), place: t("composer.you") };
    return { text: t("composer.placeholderDirect", { names }), place: names };
  }
  const channel = target.channelId === undefined ? undefined : state.channels.channels.get(target.channelId)?.name;
  if (channel === undefined) return { text: t("composer.placeholder"), place: "" };
  const topic = target.topic === "" ? realmField(state, "realm_empty_topic_display_name") : target.topic;
  return { text: t("composer.placeholderTopic", { channel, topic }), place: `${channel} › ${topic}` };
}
