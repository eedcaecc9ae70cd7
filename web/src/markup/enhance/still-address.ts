/** The still thumbnail of an animated one: `840x560-anim.webp` has `840x560.webp`. */
export function stillOf(moving: string): string | undefined {
  const still = moving.replace(/-anim(\.[a-z]{3,4})$/, "$1");
  return still === moving ? undefined : still;
}
