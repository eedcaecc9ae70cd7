/** Why a group can't be deactivated: where it is used, with a link to each place. */
import { RequestError, type State } from "@parley/client";
import type { groups } from "@parley/server/contract";
import { type Address, hasPage, narrowAddress } from "../../address/address.ts";
import { channelNarrow } from "../../address/narrow.ts";
import { listText } from "../../text/dates.ts";
import { type TextKey, t } from "../../text/text.ts";
import { permissionGroups } from "../organization/permissions/page.ts";
import { groupText } from "../who/group-text.ts";
import { groupPermissionText } from "./group-permissions.ts";

type Objection = groups.Objection;

export interface Use {
  readonly text: string;
  /** Undefined if the reader cannot see the place. */
  readonly address: Address | undefined;
}

/** Undefined if the server refused for another reason. */
export function objectionsIn(error: unknown): readonly Objection[] | undefined {
  if (!(error instanceof RequestError) || error.code !== "CANNOT_DEACTIVATE_GROUP_IN_USE") return undefined;
  return error.fields.objections as readonly Objection[] | undefined;
}

export const usesOf = (objections: readonly Objection[], state: Pick<State, "groups" | "channels">): readonly Use[] =>
  objections.flatMap((objection) => usesIn(objection, state));

function usesIn(objection: Objection, { groups: known, channels }: Pick<State, "groups" | "channels">): readonly Use[] {
  switch (objection.type) {
    case "subgroup":
      return objection.supergroup_ids.map((groupId) => ({
        text: t("groups.usedAsSubgroup", { name: groupText(known, groupId) }),
        address: { kind: "group", groupId, tab: "members" },
      }));
    case "channel": {
      const channelId = objection.channel_id;
      const channel = channels.channels.get(channelId);
      const count = objection.settings.length;
      if (!channel) return [{ text: t("groups.usedInHiddenChannel", { count }), address: undefined }];
      return [
        {
          text: t("groups.usedInChannel", { name: channel.name, count }),
          address: hasPage({ kind: "channel" })
            ? { kind: "channel", channelId, tab: "permissions" }
            : narrowAddress(channelNarrow(channelId)),
        },
      ];
    }
    case "user_group": {
      const groupId = objection.group_id;
      const labels = named(objection.settings, groupPermissionText);
      return [
        {
          text: t("groups.usedInGroup", { name: groupText(known, groupId), permissions: labels }),
          address: { kind: "group", groupId, tab: "permissions" },
        },
      ];
    }
    case "realm":
      return [
        {
          text: t("groups.usedInOrganization", { permissions: named(objection.settings, organizationText) }),
          address: { kind: "organization", section: "organization-permissions" },
        },
      ];
  }
}

const organizationText = (key: string): TextKey | undefined =>
  permissionGroups.flatMap(({ settings }) => settings).find((setting) => setting.key === key)?.label;

/** A permission without a text is one that this client does not show. */
const named = (keys: readonly string[], textOf: (key: string) => TextKey | undefined): string =>
  listText(
    keys.map((key) => {
      const text = textOf(key);
      return text === undefined ? key : t(text);
    }),
  );
