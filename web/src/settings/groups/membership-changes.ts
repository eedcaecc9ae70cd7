/** Adds people and subgroups to a group and removes them, with Undo. */
import type { Connection } from "@parley/client";
import { groups } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { showToast } from "../../parts/toasts.tsx";

export interface MembershipChange {
  readonly add?: readonly number[];
  readonly delete?: readonly number[];
  readonly add_subgroups?: readonly number[];
  readonly delete_subgroups?: readonly number[];
}

const reversed = (change: MembershipChange): MembershipChange => ({
  add: change.delete ?? [],
  delete: change.add ?? [],
  add_subgroups: change.delete_subgroups ?? [],
  delete_subgroups: change.add_subgroups ?? [],
});

const send = (connection: Connection, user_group_id: number, change: MembershipChange) =>
  connection.call(groups.updateGroupMembers, {
    user_group_id,
    add: [...(change.add ?? [])],
    delete: [...(change.delete ?? [])],
    add_subgroups: [...(change.add_subgroups ?? [])],
    delete_subgroups: [...(change.delete_subgroups ?? [])],
  });

export interface MembershipRequest {
  readonly groupId: number;
  readonly change: MembershipChange;
  readonly said: string;
}

/** Throws if the server refuses. */
export async function changeMembers(connection: Connection, { groupId, change, said }: MembershipRequest) {
  await send(connection, groupId, change);
  showToast({ text: said, undo: () => void attempt(() => send(connection, groupId, reversed(change))) });
}
