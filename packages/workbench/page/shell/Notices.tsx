import { focusView } from "../app/focusView.ts"
import { dismiss, useNotices } from "../app/notices.ts"

const end = (id: number) => {
  dismiss(id)
  focusView()
}

/** What was said last, at the page's edge. */
export const Notices = () => (
  <div class="notices" role="status" aria-live="polite">
    {useNotices().map(({ id, text, tone, action }) => (
      <div class={`notice ${tone}`} key={id}>
        <p>{text}</p>
        {action && (
          <button
            type="button"
            onClick={() => {
              action.run()
              end(id)
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" aria-label="Dismiss" onClick={() => end(id)}>
          ✕
        </button>
      </div>
    ))}
  </div>
)
