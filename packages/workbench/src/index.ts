export { type PageFile, type Workbench, workbench } from "./workbench.ts"
