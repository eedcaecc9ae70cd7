/** A choice of people in words: "Ada", "Moderators (3)", "Subscribers of launch (12)". */
import type { State } from "@parley/client";
import { nameOf } from "../../state/people.ts";
import { t } from "../../text/text.ts";
import { groupText } from "../who/group-text.ts";
import { type PeopleChoice, peopleIn } from "./people-choice.ts";

export function choiceText(state: State, choice: PeopleChoice): string {
  if (choice.type === "person") return nameOf(state, choice.userId);
  const count = peopleIn(state, [choice]).size;
  if (choice.type === "group")
    return t("channelSettings.group", { name: groupText(state.groups, choice.groupId), count });
  const name = state.channels.channels.get(choice.channelId)?.name ?? "";
  return t("channelSettings.subscribersOf", { name, count });
}
