/** A value of the configuration is wrong; the message says which, and what would be right. */
export class ConfigError extends Error {}
