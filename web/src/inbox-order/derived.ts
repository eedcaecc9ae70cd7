/** Memoizes a function of store parts, which are the same objects until they change. */
export function derived<A extends readonly unknown[], R>(compute: (...parts: A) => R): (...parts: A) => R {
  let last: { readonly parts: A; readonly result: R } | undefined;
  return (...parts) => {
    const isSame = last?.parts.length === parts.length && last.parts.every((part, at) => part === parts[at]);
    if (!last || !isSame) last = { parts, result: compute(...parts) };
    return last.result;
  };
}
