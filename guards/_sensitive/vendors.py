# ruff: noqa: E501  (tables)
"""Names of services that hand out keys: a drawn value just behind one of them and a word for a key is that key.

Their names are the best known of those that the published rules of secret scanners look for.  Everyday words (front, close, monday) are not
here: with `=` or `:` a name needs no vendor, and before a blank such a word says nothing.
"""
from __future__ import annotations

VENDORS = frozenset("""
    1password adafruit adobe adyen airbrake airtable aiven alchemy algolia alibaba amplitude anthropic apify
    apollo artifactory asana assemblyai atlassian auth0 authress aws azure azuredevops azureopenai azuresearch
    azurestorage binance bitbucket bitly bitrise braintree brevo browserstack bugsnag buildkite bunny calendly
    canva checkout circleci clearbit clerk clickup clojars cloudflare cloudflareapi cloudinary cloudsmith codacy
    codecov cohere coinbase confluent contentful databricks datadog deepgram deepseek digitalocean discord
    discordbot dockerhub docusign doppler dropbox duffel dynatrace easypost elevenlabs etherscan etsy eventbrite
    facebook fastly figma finicity firecrawl fireworks fitbit flickr flutterwave flyio foursquare freshbooks
    freshdesk gcp gemini github gitlab gitter gocardless grafana gumroad heroku honeycomb hubspot huggingface
    infura instagram intercom ipinfo jenkins jfrog jira klaviyo kucoin langfuse launchdarkly linkedin linode lob
    looker mailchimp mailgun mailjet mandrill mapbox mattermost maxmind messagebird microsoft mistral mixpanel
    mongodb netlify newrelic ngrok npm nytimes okta onesignal openai openrouter openweather openweathermap
    opsgenie ovh pagerduty paypal paystack perplexity pinecone plaid planetscale posthog postman postmark pulumi
    pusher pypi quicknode razorpay readme reddit replicate resend rollbar rubygems salesforce saucelabs scaleway
    sendbird sendgrid sendinblue sentry shippo shodan shopify slack snowflake snyk sonar sonarcloud sonarqube
    sourcegraph sparkpost splunk spotify squarespace squareup strava stripe supabase tailscale tavily telegram
    telegrambot telnyx terraform todoist travisci trello twilio twitch twitter typeform unsplash upstash vault
    vercel vonage vultr weatherbit weatherstack weaviate webex webflow whatsapp wordpress xai yandex yelp
    youtube zapier zendesk zoho zoom
""".split())

# Addresses whose path carries the key.
KEY_HOSTS: tuple[bytes, ...] = tuple(b"""
    .infura.io/ .alchemy.com/v2 .alchemyapi.io/v2 .quiknode.pro/ rpc.ankr.com/ .blastapi.io/ getblock.io/
    maker.ifttt.com/ .tines.com/webhook/ hook.make.com/ .make.com/ hook.integromat.com/ .webhook.office.com/
    .chainstack.com/ .drpc.org/ .nodereal.io/ hooks.airtable.com/ .dwellir.com/ healthchecks.io/ping/ hc-ping.com/
    discord.com/api/webhooks/ .powerplatform.com/ api.telegram.org/ hooks.glip.com/webhook/ webhook.site/
    pushgateway/ ntfy.sh/ thingsboard.cloud/api/v1/
""".split())
