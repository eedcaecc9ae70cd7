/** The level of the API whose every change, up to it, is in. Released clients decide by it what they may ask for. */
export const FEATURE_LEVEL = 421;
/** The release of the API that this level belongs to, under the names that clients look for. */
export const API_VERSION = "11.0";

/** What a client has to know anew when it changes. */
export const SERVED_BY = `${API_VERSION} ${FEATURE_LEVEL}`;

export const versionFields = {
  zulip_version: API_VERSION,
  zulip_merge_base: "",
  zulip_feature_level: FEATURE_LEVEL,
  server_version: API_VERSION,
  feature_level: FEATURE_LEVEL,
};
