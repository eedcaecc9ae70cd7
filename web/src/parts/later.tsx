/** Parts of the client that are loaded when they are first shown. */
import { type ComponentType, lazy, Suspense } from "react";
import { Fault } from "./Fault.tsx";

/** Loads a part, and the texts and icons that it may show. */
export async function withBasics<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, import("./basics.ts")]);
  return loaded;
}

interface LaterOptions {
  /** If it fails, nothing is shown in its place; otherwise it fails with the part that it belongs to. */
  readonly isOptional?: true;
}

/** Nothing is shown until it is loaded. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isOptional }: LaterOptions = {},
): ComponentType<P> {
  const Loaded = lazy(() => withBasics(load()).then((part) => ({ default: part }))) as unknown as ComponentType<P>;
  return function Later(props: P) {
    const part = (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
    return isOptional ? <Fault instead={nothing}>{part}</Fault> : part;
  };
}

const nothing = () => null;
