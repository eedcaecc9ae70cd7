/** Mentions of people, groups and everyone. Unresolved ones are left to the rules for bold and italic. */
import { element, text } from "../html.ts";
import type { NamedUser } from "../names.ts";
import {
  CHANNEL_WILDCARDS,
  mayBeginAt,
  TOPIC_WILDCARD,
  type WrittenUser,
  writtenGroup,
  writtenUser,
} from "./mention-syntax.ts";
import type { Construct, Scan } from "./scan.ts";

const SYSTEM_GROUP_LABELS: Readonly<Record<string, string>> = {
  "role:owners": "Owners",
  "role:administrators": "Administrators",
  "role:moderators": "Moderators",
  "role:fullmembers": "Full members",
  "role:members": "Members",
  "role:everyone": "Everyone",
  "role:internet": "Everyone on the internet",
  "role:nobody": "Nobody",
};

export const userMention: Construct = (scan, at, limit) => {
  const written = mayBeginAt(scan.source, at) ? writtenUser(scan.source, at, limit) : undefined;
  if (written === undefined) return undefined;
  const { rendering } = scan;
  const silent = written.silent || rendering.inQuote;
  const sign = silent ? "" : "@";
  const silentClass = silent ? " silent" : "";
  if (written.id === undefined && CHANNEL_WILDCARDS.has(written.name)) {
    if (!silent) rendering.channelWildcard = true;
    const attributes = { class: `user-mention channel-wildcard-mention${silentClass}`, "data-user-id": "*" };
    return { html: element("span", attributes, text(sign + written.name)), end: written.end };
  }
  if (written.id === undefined && written.name === TOPIC_WILDCARD) {
    if (!silent) rendering.topicWildcard = true;
    return { html: element("span", { class: `topic-mention${silentClass}` }, text(`${sign}topic`)), end: written.end };
  }
  const user = userMeant(scan, written);
  if (user === undefined) return undefined;
  const addressed = !silent && user.is_active;
  if (addressed) rendering.users.add(user.user_id);
  const attributes = { class: `user-mention${addressed ? "" : " silent"}`, "data-user-id": String(user.user_id) };
  return { html: element("span", attributes, text(`${addressed ? "@" : ""}${user.full_name}`)), end: written.end };
};

export const groupMention: Construct = (scan, at, limit) => {
  const written = mayBeginAt(scan.source, at) ? writtenGroup(scan.source, at, limit) : undefined;
  const group = written && scan.rendering.names.groupByName(written.name);
  if (written === undefined || group === undefined) return undefined;
  const addressed = !written.silent && !scan.rendering.inQuote && !group.deactivated;
  if (addressed) scan.rendering.groups.add(group.group_id);
  const attributes = {
    class: `user-group-mention${addressed ? "" : " silent"}`,
    "data-user-group-id": String(group.group_id),
  };
  const label = Object.hasOwn(SYSTEM_GROUP_LABELS, group.name) ? SYSTEM_GROUP_LABELS[group.name] : group.name;
  return { html: element("span", attributes, text(`${addressed ? "@" : ""}${label}`)), end: written.end };
};

function userMeant(scan: Scan, written: WrittenUser): NamedUser | undefined {
  const { names } = scan.rendering;
  if (written.id === undefined) return names.userByName(written.name);
  const user = names.userById(written.id);
  const isNamedSo = written.name === "" || user?.full_name.toLowerCase() === written.name.toLowerCase();
  return isNamedSo ? user : undefined;
}
