import { render } from "preact"
import { Page } from "./app/Page.tsx"
import { applyTheme } from "./app/theme.ts"

applyTheme()
render(<Page />, document.getElementById("page")!)
