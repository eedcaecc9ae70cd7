/** The composer at the bottom of a list: hidden until a message is started. */
import { useSyncExternalStore } from "react";
import { Fault } from "../parts/Fault.tsx";
import { Composer } from "./Composer.tsx";
import { desk } from "./desk.ts";

export function ListComposer() {
  const { isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  if (!isOpen) return null;
  return (
    <Fault>
      <Composer terms={NOWHERE} />
    </Fault>
  );
}

const NOWHERE = [] as const;
