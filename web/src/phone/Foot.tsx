/** The content of the sidebar's footer, above a phone's tabs; shown only when there is something to say. */
import { useSyncExternalStore } from "react";
import { linkState } from "../app/link.ts";
import { Offers, Trouble } from "../sidebar/Foot.tsx";
import { useSession } from "../state/session.tsx";

export function Foot() {
  const { isVisitor } = useSession();
  const link = useSyncExternalStore(linkState.subscribe, () => linkState.state);
  return (
    <div className="phone-foot">
      {link.kind === "down" && !isVisitor && <Trouble key={link.since} since={link.since} />}
      <Offers />
    </div>
  );
}
