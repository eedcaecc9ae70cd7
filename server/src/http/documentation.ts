import type { FastifyInstance } from "fastify";
import type { App } from "../context.ts";
import type { Route } from "./route.ts";
export function addDocumentation(_server: FastifyInstance, _app: App, _routes: readonly Route[]): void {}
