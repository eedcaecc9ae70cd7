/** Gives accounts that were made without a browser, such as by an administrator, the time zone of this computer. */
import { settings } from "@parley/server/contract";
import { useEffect } from "react";
import { useSession } from "../state/session.tsx";
import { useSetting } from "../state/settings.ts";

export function useOwnTimeZone(): void {
  const { connection, isVisitor } = useSession();
  const isMissing = useSetting("timezone") === "" && !isVisitor;
  useEffect(() => {
    if (!isMissing) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Offline or refused: the next start tries again.
    if (timeZone) connection.call(settings.updateSettings, { timezone: timeZone }).catch(() => {});
  }, [connection, isMissing]);
}
