import { commonSnapshotPart, openSnapshotPart } from "../../kernel/feature.ts";
import { domainsState } from "./contract.ts";
import { domainsOf } from "./store.ts";

export const domainsSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_domains", domainsState, async ({ db, realm }) => ({
    realm_domains: await domainsOf(db, realm.id),
  })),
);
