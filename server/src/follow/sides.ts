/** The two sides of a comparison, as one person sees them. */

import type { Readable } from "node:stream";
import type { Missing } from "../imports/local-file.ts";
import type { SkippedRecord } from "../imports/records.ts";
import type { Correspondence } from "./ids.ts";
import type { LocalServer } from "./local.ts";
import type { OrganizationState, PermissionState } from "./state.ts";

export interface Sides {
  readonly remote: OrganizationState;
  readonly local: OrganizationState;
  readonly ids: Correspondence;
  readonly server: LocalServer;
  /** The person's account here. */
  readonly as: number;
  /** An owner here, who may change everything. */
  readonly owner: number;
  /** Of the other server. */
  readonly address: string;
  /** Whether differences are mended, or only listed. */
  readonly mends: boolean;
  /** Files that could not be had, by whose key was used: each walk asks for them once. */
  readonly refused: Set<string>;
  /** A picture of the other server. */
  openPicture(path: string): Promise<Readable | Missing>;
  /** A file that a text links to, with the person's key. */
  openUpload(path: string): Promise<Readable | Missing>;
  /** For what cannot be made equal, and is said in the report. What has the same identity is counted once. */
  leaveOut(record: SkippedRecord, identity?: string): void;
}

/** One spelling for each meaning: one group is that group, and nobody is nobody. */
export function canonicalPermission(value: PermissionState, nobody: number): PermissionState {
  if (typeof value === "number") return value;
  const { people, groups } = value;
  if (people.length === 0 && groups.length === 0) return nobody;
  return people.length === 0 && groups.length === 1 ? (groups[0] as number) : { people, groups };
}

/** As operations take it. */
export const asSent = (value: PermissionState) =>
  typeof value === "number" ? value : { direct_members: [...value.people], direct_subgroups: [...value.groups] };

export interface ChangedPermission {
  readonly name: string;
  readonly value: PermissionState;
}

/** The permissions that differ, with the values that they should have here. */
export function changedPermissions(
  { ids, local: { groups } }: Sides,
  remote: Readonly<Record<string, PermissionState>>,
  local: Readonly<Record<string, PermissionState>>,
): ChangedPermission[] {
  const nobody = [...groups.values()].find(({ name, isSystem }) => isSystem && name === "role:nobody")?.id ?? 0;
  return Object.entries(local).flatMap(([name, current]) => {
    const there = remote[name];
    const wanted = there === undefined ? undefined : ids.permission(there);
    if (wanted === undefined) return [];
    const value = canonicalPermission(wanted, nobody);
    return JSON.stringify(value) === JSON.stringify(canonicalPermission(current, nobody)) ? [] : [{ name, value }];
  });
}
