/** Joins a group or leaves it, for those who may. */
import type { UserGroup } from "@parley/client";
import { attempt } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { rightsOn } from "./membership.ts";
import { changeMembers } from "./membership-changes.ts";

export function Joining({ group }: { readonly group: UserGroup }) {
  const { connection } = useSession();
  const ownId = useStore((state) => state.users.ownId);
  const mayJoin = useStore((state) => rightsOn(state, group).mayJoin);
  const mayLeave = useStore((state) => rightsOn(state, group).mayLeave);
  const { id: groupId, name } = group;
  const join = () =>
    void attempt(() =>
      changeMembers(connection, { groupId, change: { add: [ownId] }, said: t("groups.joined", { name }) }),
    );
  const leave = () =>
    void attempt(() =>
      changeMembers(connection, { groupId, change: { delete: [ownId] }, said: t("groups.left", { name }) }),
    );
  return (
    <>
      {mayJoin && (
        <Button aria-label={t("groups.joinNamed", { name })} onPress={join}>
          {t("groups.join")}
        </Button>
      )}
      {mayLeave && (
        <Button kind="plain" aria-label={t("groups.leaveNamed", { name })} onPress={leave}>
          {t("groups.leave")}
        </Button>
      )}
    </>
  );
}
