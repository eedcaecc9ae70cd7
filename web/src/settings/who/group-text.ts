import type { State } from "@parley/client";
import { t } from "../../text/text.ts";
import { ROLE_NAMES, type RoleName } from "./who.ts";

/** The name of a group, or of the role that it stands for. */
export function groupText(groups: State["groups"], id: number): string {
  const group = groups.get(id);
  if (!group) return t("who.hiddenGroup");
  return group.is_system_group ? t(ROLE_NAMES[group.name as RoleName] ?? "who.hiddenGroup") : group.name;
}
