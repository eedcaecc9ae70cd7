import { openSnapshotPart } from "../../kernel/feature.ts";
import { domainsState } from "./contract.ts";
import { domainsOf } from "./store.ts";

export const domainsSnapshot = openSnapshotPart("realm_domains", domainsState, async ({ db, realm }) => ({
  realm_domains: await domainsOf(db, realm.id),
}));
