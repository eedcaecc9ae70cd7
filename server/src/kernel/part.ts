/**
 * A part of a running server that the kernel does not know. The area that makes it declares it, and who uses it imports the
 * declaration: `notifier.of(ctx.app)`. `app.ts` puts them into the server.
 */
export interface Part<T> {
  readonly name: string;
  of(app: HasParts): T;
}

export interface HasParts {
  readonly parts: ReadonlyMap<object, unknown>;
}

export function part<T>(name: string): Part<T> {
  const declared: Part<T> = {
    name,
    of({ parts }) {
      const found = parts.get(declared) as T | undefined;
      if (found === undefined) throw new Error(`This server has no ${name}.`);
      return found;
    },
  };
  return declared;
}
