/** The contract, under a name that also exists where the package is installed without the server. */
export * from "@parley/server/contract";
