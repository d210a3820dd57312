import { renderToStaticMarkup } from 'react-dom/server'
import { AuthOutline } from './AuthOutline.tsx'

// Run once by the build: what a visitor's page shows until the script has come. The server fills in the name.
process.stdout.write(renderToStaticMarkup(<AuthOutline communityName="%COMMUNITY_NAME%" />))
