/** Parts of the client that are loaded when they are first shown. */
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from "react";
import { Fault } from "./Fault.tsx";

/** Loads a part, and the texts and icons that it may show. */
export async function withBasics<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, import("./basics.ts")]);
  return loaded;
}

interface LaterOptions {
  /** If it fails, nothing is shown in its place; otherwise it fails with the part that it belongs to. */
  readonly isOptional?: true;
  /** Shown until it is loaded. */
  readonly meanwhile?: ReactNode;
}

/**
 * Not React's `lazy`: it shows a placeholder even for what is already loaded, and then waits until 300 ms have passed
 * since the last placeholder, so that not every part of a page appears by itself. Ours arrive in few scripts.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isOptional, meanwhile = null }: LaterOptions = {},
): ComponentType<P> {
  let loading: Loading<P> | undefined;
  // Made when it is first drawn: parts import each other, so this may be called before the class below exists.
  const theLoading = () => (loading ??= new Loading(load));
  function Loaded(props: P) {
    const [{ Part, failure }, setState] = useState(() => theLoading().begun());
    // Before the screen is painted, in case it has come meanwhile.
    useLayoutEffect(() => theLoading().follow(setState), []);
    if (failure) throw failure.error;
    return Part ? <Part {...props} /> : meanwhile;
  }
  if (!isOptional) return Loaded;
  return function Optional(props: P) {
    return (
      <Fault instead={nothing}>
        <Loaded {...props} />
      </Fault>
    );
  };
}

const nothing = () => null;

interface LoadingState<P> {
  readonly Part?: ComponentType<P>;
  readonly failure?: { readonly error: unknown };
}

/** Begins when the part is first drawn. It is loaded only once: browsers remember a script that could not be loaded. */
class Loading<P> {
  readonly #load: () => Promise<ComponentType<P>>;
  readonly #listeners = new Set<(state: LoadingState<P>) => void>();
  #state: LoadingState<P> | undefined;

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  begun(): LoadingState<P> {
    if (!this.#state)
      withBasics(this.#load()).then(
        (Part) => this.#become({ Part }),
        (error: unknown) => this.#become({ failure: { error } }),
      );
    this.#state ??= {};
    return this.#state;
  }

  follow(listener: (state: LoadingState<P>) => void): () => void {
    this.#listeners.add(listener);
    listener(this.begun());
    return () => this.#listeners.delete(listener);
  }

  #become(state: LoadingState<P>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
