/** A component that is loaded when first shown; nothing is shown until then. */
import { type ComponentType, lazy, Suspense } from "react";

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Loaded = lazy(() => load().then((part) => ({ default: part }))) as unknown as ComponentType<P>;
  return function Later(props: P) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
