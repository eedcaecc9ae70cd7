/** Parts of the client that are loaded when they are first shown. */
import { type ComponentType, lazy, Suspense } from "react";

/** Loads a part, and the texts and icons that it may show. */
export async function withBasics<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, import("./basics.ts")]);
  return loaded;
}

/** Nothing is shown until it is loaded. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(() => withBasics(load()).then((part) => ({ default: part }))) as unknown as ComponentType<P>;
  return function Later(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
