/** The thumbnail that does not move beside one that does: `840x560-anim.webp` is shown still by `840x560.webp`. */
export function stillOf(moving: string): string | undefined {
  const still = moving.replace(/-anim(\.[a-z]{3,4})$/, "$1");
  return still === moving ? undefined : still;
}
