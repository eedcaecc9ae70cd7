import { holderOf } from "@parley/client";
import { users } from "@parley/server/contract";
import { isAdministrator } from "@parley/server/kernel/access/roles.ts";
import { useEffect, useState } from "react";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";

/** Whether nobody has confirmed the person's address. Only administrators can ask. */
export function useIsUnverified(userId: number): boolean {
  const { connection } = useSession();
  const isAdmin = useStore((state) => isAdministrator(holderOf(state)));
  const [unverified, setUnverified] = useState<readonly number[]>([]);
  useEffect(() => {
    if (!isAdmin) return;
    let isShown = true;
    connection.call(users.getUnverifiedEmails, {}).then(
      ({ user_ids }) => isShown && setUnverified(user_ids),
      // The card is useful without it.
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [connection, isAdmin]);
  return unverified.includes(userId);
}
