/** When the data of a deactivated organization is deleted: the choices that the server allows. */

/** Days that are offered if they are within the limits. */
const USUAL_DAYS = [14, 30, 90, 365];

/** Days until all data is deleted; null keeps it. Without a longest delay it can be kept for good. */
export function deletionDelays(shortest: number | null, longest: number | null): readonly (number | null)[] {
  const [least, most] = [shortest ?? 0, longest ?? Number.POSITIVE_INFINITY];
  const ends = longest === null ? [least] : [least, longest];
  const days = [...new Set([...USUAL_DAYS, ...ends])].filter((each) => each >= least && each <= most);
  return [...(longest === null ? [null] : []), ...days.sort((one, other) => one - other)];
}
