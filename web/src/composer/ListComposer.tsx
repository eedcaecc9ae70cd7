/** The composer at the bottom of a list: hidden until a message is started. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Fault } from "../parts/Fault.tsx";
import { desk } from "./desk.ts";

const Composer = lazy(() => import("./Composer.tsx").then((loaded) => ({ default: loaded.Composer })));

export function ListComposer() {
  const { isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  if (!isOpen) return null;
  return (
    <Fault>
      <Suspense>
        <Composer terms={NOWHERE} />
      </Suspense>
    </Fault>
  );
}

const NOWHERE = [] as const;
