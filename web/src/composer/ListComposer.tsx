/** The composer at the bottom of a list: hidden until a message is started. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { desk } from "./desk.ts";

const Composer = lazy(() => import("./Composer.tsx").then((loaded) => ({ default: loaded.Composer })));

export function ListComposer() {
  const { isOpen } = useSyncExternalStore(desk.subscribe, desk.get);
  if (!isOpen) return null;
  return (
    <Suspense>
      <Composer terms={NOWHERE} />
    </Suspense>
  );
}

const NOWHERE = [] as const;
