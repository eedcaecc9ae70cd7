/** The groups a person is in: directly, or through a subgroup. */
export interface Membership {
  readonly members: readonly number[];
  readonly direct_subgroup_ids: readonly number[];
}

export function ownGroups(groups: ReadonlyMap<number, Membership>, userId: number): ReadonlySet<number> {
  const own = new Set<number>();
  const parents = new Map<number, number[]>();
  for (const [id, { direct_subgroup_ids }] of groups) {
    for (const part of direct_subgroup_ids) parents.set(part, [...(parents.get(part) ?? []), id]);
  }
  const enter = (id: number): void => {
    if (own.has(id)) return;
    own.add(id);
    for (const parent of parents.get(id) ?? []) enter(parent);
  };
  for (const [id, { members }] of groups) if (members.includes(userId)) enter(id);
  return own;
}
