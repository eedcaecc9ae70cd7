import manifest from "../../package.json" with { type: "json" };

/** The version of Parley itself (semantic versioning), kept in the package's manifest only. CHANGELOG.md says what is in it. */
export const PRODUCT_VERSION: string = manifest.version;

/** The API feature level that is fully implemented. Released clients use it to decide what they may request. */
export const FEATURE_LEVEL = 421;
/** The API release that this level belongs to, under the name that clients look for. */
export const API_VERSION = "11.0";

/** Changes when clients must reload everything. */
export const SERVED_BY = `${API_VERSION} ${FEATURE_LEVEL}`;

export const versionFields = {
  zulip_version: API_VERSION,
  zulip_merge_base: "",
  zulip_feature_level: FEATURE_LEVEL,
  server_version: API_VERSION,
  feature_level: FEATURE_LEVEL,
};
